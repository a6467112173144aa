-- Files that were read, with what became of each.
select
    source,
    sha256,
    path,
    format,
    format_why,
    format_why_zh,
    encoding,
    reader,
    status,
    reason,
    reason_zh,
    unit,
    read::bigint as read,
    stored::bigint as stored,
    duplicate::bigint as duplicate,
    quarantined::bigint as quarantined,
    ignored::bigint as ignored,
    ignored_by,
    ignored_by_zh,
    bytes::bigint as bytes,
    ingested_at
from every.sources
