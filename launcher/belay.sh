#!/bin/sh
# Starts belay from a finished build. It never builds: a client's configuration points here.

self=$0
while [ -h "$self" ]; do
  link=$(readlink "$self")
  case $link in
    /*) self=$link ;;
    *) self=${self%/*}/$link ;;
  esac
done
case $self in
  */*) lib=${self%/*}/../lib/@BUILD@ ;;
  *) lib=../lib/@BUILD@ ;;
esac
. "$lib/start.sh"
