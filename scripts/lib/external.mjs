// Of the packages that running needs, those that the build doesn't bundle: they have native parts or load files of
// their own. A release installs these alone.
export const EXTERNAL = [
  '@ai-sdk/openai',
  '@aws-sdk/client-s3',
  'ai',
  'better-sqlite3',
  'pg',
  'sharp',
  'tinypool',
]
