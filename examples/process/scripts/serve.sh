#!/bin/sh
# Has a helper in the background, as build tools and test servers do, and waits for it: for ever.
sh -c 'while :; do sleep 1; done' &
echo "helper $!"
wait
