import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fail, root } from '../lib/steps.mjs'

export const read = (file) => readFileSync(join(root, file), 'utf8')

/** Nothing may be published under a tag that names another version than the one in it. */
export function versionOf(tag) {
  const { version } = JSON.parse(read('package.json'))
  if (tag !== `v${version}`) fail(`the tag is ${tag}, but package.json has version ${version}.`)
  return version
}

/** Registries only accept lowercase names, but owners can have others. */
export function imageName(image) {
  if (!image) fail('name the image, such as ghcr.io/owner/larder.')
  return image.toLowerCase()
}
