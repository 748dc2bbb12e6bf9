# Which Java is taken: feature version 25 or newer, read from `release`, in a fixed order.

# A JDK that fails when it is started, since the finder must not start one.
fake_jdk() { # HOME VERSION
  mkdir -p "$1/bin"
  printf 'IMPLEMENTOR="Some Vendor"\nJAVA_RUNTIME_VERSION="%s+9-LTS"\nJAVA_VERSION="%s"\nOS_ARCH="x86_64"\n' "$2" "$2" >"$1/release"
  printf '#!/bin/sh\necho started >&2\nexit 99\n' >"$1/bin/java"
  cp "$1/bin/java" "$1/bin/javac"
  chmod 755 "$1/bin/java" "$1/bin/javac"
}

# What find_jdk says, in an environment of nothing but the given variables.
found() { # VARIABLE=VALUE...
  env -i PATH="$tmp/path:/usr/bin:/bin" HOME="$tmp/home" BELAY_JDK_ROOT="$tmp/root" "$@" \
    sh -c '. "$1/launcher/find-jdk.sh"; find_jdk javac || say_no_jdk; echo "$jdk"' - "$root" 2>"$tmp/err"
}

java_home_is_taken_first() {
  fake_jdk "$tmp/mine" 25.0.1
  fake_jdk "$tmp/root/usr/lib/jvm/other" 25.0.2
  equals "$tmp/mine" "$(found JAVA_HOME="$tmp/mine")"
}

older_versions_are_passed_over() {
  fake_jdk "$tmp/mine" 17.0.15
  fake_jdk "$tmp/root/usr/lib/jvm/a-24" 24.0.2
  fake_jdk "$tmp/root/usr/lib/jvm/b-8" 1.8.0_492
  fake_jdk "$tmp/root/usr/lib/jvm/c-9" 9
  fake_jdk "$tmp/root/usr/lib/jvm/d-25" 25
  equals "$tmp/root/usr/lib/jvm/d-25" "$(found JAVA_HOME="$tmp/mine")"
}

newer_versions_are_taken() {
  for version in 25.0.3 25+36 26 26-ea 27.0.1 30 100; do
    fake_jdk "$tmp/mine" "$version"
    equals "$tmp/mine" "$(found JAVA_HOME="$tmp/mine")"
    rm -r "$tmp/mine"
  done
}

java_on_the_path_is_followed_through_links() {
  fake_jdk "$tmp/real" 25.0.3
  fake_jdk "$tmp/root/usr/lib/jvm/other" 25.0.2
  mkdir path alternatives
  ln -s ../real/bin/java alternatives/java
  ln -s "$tmp/alternatives/java" path/java
  # A path with `..` in it is the same directory.
  equals "$(cd real && pwd -P)" "$(cd "$(found)" && pwd -P)"
}

a_shim_on_the_path_leads_nowhere() {
  mkdir path
  printf '#!/bin/sh\nexit 1\n' >path/java
  chmod 755 path/java
  fake_jdk "$tmp/home/.sdkman/candidates/java/25-tem" 25.0.2
  equals "$tmp/home/.sdkman/candidates/java/25-tem" "$(found)"
}

usual_places_of_both_systems_are_searched() {
  for place in usr/lib/jvm/x opt/x Library/Java/JavaVirtualMachines/x/Contents/Home \
    opt/homebrew/opt/openjdk@25/libexec/openjdk.jdk/Contents/Home; do
    fake_jdk "$tmp/root/$place" 25
    equals "$tmp/root/$place" "$(found)"
    rm -r "$tmp/root"
  done
  for place in .jdks/x .sdkman/candidates/java/x; do
    fake_jdk "$tmp/home/$place" 25
    equals "$tmp/home/$place" "$(found)"
    rm -r "$tmp/home"
  done
}

java_home_of_macos_is_asked_last() {
  fake_jdk "$tmp/elsewhere" 25
  mkdir -p root/usr/libexec
  printf '#!/bin/sh\n[ "$*" = "-v 25+" ] && echo "%s"\n' "$tmp/elsewhere" >root/usr/libexec/java_home
  chmod 755 root/usr/libexec/java_home
  equals "$tmp/elsewhere" "$(found)"
}

a_runtime_without_a_compiler_cannot_build() {
  fake_jdk "$tmp/mine" 25
  rm "$tmp/mine/bin/javac"
  equals "" "$(found JAVA_HOME="$tmp/mine")"
}

two_lines_say_what_to_do_without_one() {
  equals "" "$(found JAVA_HOME=/nowhere)"
  equals 2 "$(wc -l <err | tr -d ' ')"
  contains "/nowhere" err
  contains "needs Java 25 or newer, and found" err
  contains "apt install openjdk-25-jdk" err
}

an_older_one_is_named() {
  fake_jdk "$tmp/mine" 17.0.15
  equals "" "$(found JAVA_HOME="$tmp/mine")"
  equals 2 "$(wc -l <err | tr -d ' ')"
  contains "needs Java 25 or newer, and found Java 17.0.15 in $tmp/mine:" err
}

claim "JAVA_HOME is taken first" java_home_is_taken_first
claim "versions older than 25 are passed over" older_versions_are_passed_over
claim "versions newer than 25 are taken" newer_versions_are_taken
claim "java on the PATH is followed through links" java_on_the_path_is_followed_through_links
claim "a shim on the PATH leads nowhere, and the search goes on" a_shim_on_the_path_leads_nowhere
claim "the usual places of Linux and macOS are searched" usual_places_of_both_systems_are_searched
claim "macOS's java_home is asked last" java_home_of_macos_is_asked_last
claim "a runtime without a compiler cannot build" a_runtime_without_a_compiler_cannot_build
claim "without a Java 25, two lines say how to get one" two_lines_say_what_to_do_without_one
claim "an older one is named in these lines" an_older_one_is_named
