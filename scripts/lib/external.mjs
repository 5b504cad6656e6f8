// What the dependencies in package.json are for. All others are in the bundles.

/** Packages with native parts or files of their own, which can't be bundled. A release installs these alone. */
export const EXTERNAL = [
  '@ai-sdk/openai',
  '@aws-sdk/client-s3',
  'ai',
  'better-sqlite3',
  'pg',
  'sharp',
  'tinypool',
]

/** Running needs none of them: their output is in build/. */
export const FOR_BUILDING = [
  '@remix-run/dev',
  '@remix-run/fs-routes',
  '@remix-run/route-config',
  'esbuild',
  'terser',
  'vite',
]
