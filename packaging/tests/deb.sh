# The .deb: files where Debian has them. It is unpacked, not installed: a test leaves the machine as it is.

deb=$(echo "$built"/belay_"$version"_*.deb)

the_deb_is_used() {
  dpkg-deb -x "$deb" root
  it_is_used "$tmp/root/usr/bin/belay"
  the_cache_is_used "$tmp/root/usr/bin/belay"
}

files_are_where_debian_has_them() {
  dpkg-deb -x "$deb" root
  cd root/usr
  for file in bin/belay lib/belay/bin/belay share/man/man1/belay.1.gz share/bash-completion/completions/belay \
    share/zsh/vendor-completions/_belay share/fish/vendor_completions.d/belay.fish share/doc/belay/copyright; do
    [ -s "$file" ] || { echo "no $file"; return 1; }
  done
  equals "belay $version" "$(dpkg-deb --show --showformat '${Package} ${Version}' "$deb")"
  equals "$(dpkg-deb --ctrl-tarfile "$deb" | tar -xOf - ./md5sums)" "$(cd .. && find usr -type f -exec md5sum {} + | LC_ALL=C sort -k 2)"
  # Everything belongs to root, and nobody else writes to it.
  equals "" "$(dpkg-deb -c "$deb" | grep -v -e ' root/root ' || :)"
  equals "" "$(dpkg-deb -c "$deb" | grep -e '^[^l]....w' -e '^[^l].......w' || :)"
}

lintian_finds_no_error() {
  lintian --no-tag-display-limit --fail-on error --suppress-tags "embedded-library,unstripped-binary-or-object,dir-or-file-in-opt" "$deb"
}

the_man_page_is_shown() {
  dpkg-deb -x "$deb" root
  equals "" "$(LC_ALL=C.UTF-8 MANROFFSEQ= man --warnings -E UTF-8 -l root/usr/share/man/man1/belay.1.gz 2>&1 >page)"
  contains "belay wrap [OPTIONS] [--] COMMAND..." page
}

shells_complete() {
  dpkg-deb -x "$deb" root
  cd root/usr/share
  equals wrap "$(bash --noprofile --norc -c '. bash-completion/completions/belay; COMP_WORDS=(belay wr) COMP_CWORD=1; _belay; echo "$COMPREPLY"')"
  if command -v zsh >/dev/null; then zsh -n zsh/vendor-completions/_belay; fi
  if command -v fish >/dev/null; then
    equals --idle-timeout "$(HOME=$tmp fish --no-config -c '. fish/vendor_completions.d/belay.fish; complete -C "belay wrap --idle"' | cut -f 1)"
    equals wrap "$(HOME=$tmp fish --no-config -c '. fish/vendor_completions.d/belay.fish; complete -C "belay wr"' | cut -f 1)"
  fi
}

if [ -e "$deb" ]; then
  claim "the .deb is used where no Java is, with its AOT caches" the_deb_is_used
  claim "its files are where Debian has them" files_are_where_debian_has_them
  if command -v lintian >/dev/null; then claim "lintian finds no error" lintian_finds_no_error; fi
  if command -v man >/dev/null; then claim "the man page is shown without a warning" the_man_page_is_shown; fi
  claim "bash, and zsh and fish where they are, complete with its scripts" shells_complete
fi
