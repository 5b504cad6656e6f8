#!/bin/sh
# Runs Larder's commands as its user and with the settings of the service: `larder users`, `larder doctor`.
# Install it with: install -m 755 deploy/larder.sh /usr/local/bin/larder
set -eu
cd /opt/larder
exec runuser -u larder -- node --env-file=/etc/larder.env build/operator.js "$@"
