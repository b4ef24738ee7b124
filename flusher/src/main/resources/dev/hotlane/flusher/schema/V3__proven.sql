-- Which snapshots a restore drill has proven: the log is deleted below the second-newest of them only.

ALTER TABLE hl_snapshot
  ADD COLUMN proven_at TIMESTAMP(3) NULL COMMENT 'when a drill restored this snapshot and compared it, null until then',
  COMMENT = 'snapshots of this checkpoint: log records are deleted only below the second-newest proven one';
