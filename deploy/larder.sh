#!/bin/sh
# Runs Larder's commands as its user and with the settings of the service: `larder users`, `larder doctor`.
# Install it with: install -m 755 deploy/larder.sh /usr/local/bin/larder
set -eu
# Files are named from here. Other variables of this shell must not replace the settings.
from=$PWD
cd /opt/larder
exec env -i PATH="$PATH" INIT_CWD="$from" \
  runuser -u larder -- node --env-file=/etc/larder.env build/operator.js "$@"
