import { existsSync } from 'node:fs'

/** Docker and Podman leave one of these files. */
export const isContainer = () => ['/.dockerenv', '/run/.containerenv'].some((path) => existsSync(path))
