#!/bin/sh
# One representative session, from which the JVM learns which classes to keep ready in the AOT cache.
# Called at build as:  train.sh BELAY   where BELAY is a command that takes belay's arguments.

belay=$1
"$belay" --version
