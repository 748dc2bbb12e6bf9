#!/bin/sh
# Counts to three.
for number in one two three; do
  echo "$number"
done
