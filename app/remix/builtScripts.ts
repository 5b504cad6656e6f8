export interface Scripts {
  module: string
  imports?: string[]
  css?: string[]
}

interface Manifest {
  url: string
  entry: Scripts
  routes: Record<string, Scripts | undefined>
}

/** The file that says which scripts each page needs. If Remix writes it differently, the build fails here. */
export function readManifest(script: string): Manifest {
  const manifest = JSON.parse(script.slice(script.indexOf('{'), script.lastIndexOf('}') + 1))
  if (!manifest.url || !manifest.entry?.module || !manifest.routes?.root?.module)
    throw new Error("Where does Remix's manifest name the scripts now?")
  return manifest
}
