#!/usr/bin/env bash
# Backs up the processing service: the database as one file, then what the bucket has and the backup lacks (docs/deploy.md).
#   deploy/backup.sh FOLDER
# Environment: PGHOST, PGPORT, PGUSER=diorama_backup, PGPASSWORD or ~/.pgpass for pg_dump; DIORAMA_BUCKET_REMOTE, the bucket as
# rclone names it, as s3:scans, with RCLONE_CONFIG_S3_… or a file for rclone.
# The bucket is last: every object that the dump names is there by then, and objects never change. Objects that were removed since
# stay in the backup for DIORAMA_BACKUP_DAYS days, 30 by default, as dumps do.
set -euo pipefail
folder=${1:?backup.sh FOLDER}
remote=${DIORAMA_BUCKET_REMOTE:?set it, as s3:scans}
days=${DIORAMA_BACKUP_DAYS:-30}
name=$(date -u +%Y%m%dT%H%M%SZ)
umask 077
mkdir -p "$folder/database" "$folder/bucket" "$folder/removed"
exec 9>"$folder/.lock"
flock --nonblock 9 || { echo "backup: another one is running in $folder" >&2; exit 1; }

dump=$folder/database/$name.dump
pg_dump --format=custom --schema=diorama_service --dbname="${PGDATABASE:-diorama}" --file="$dump.partial"
# Readable to its end, before it counts.
pg_restore --file=/dev/null "$dump.partial"
mv "$dump.partial" "$dump"
rclone sync --quiet --fast-list --backup-dir "$folder/removed/$name" "$remote" "$folder/bucket"
rm -f "$folder"/database/*.partial
find "$folder/database" -name '*.dump' -mtime "+$days" -delete
find "$folder/removed" -mindepth 1 -maxdepth 1 -mtime "+$days" -exec rm -rf {} +
echo "backup: $dump, $(stat --format %s "$dump") bytes; $(find "$folder/bucket" -type f | wc -l) objects"
