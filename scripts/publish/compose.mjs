// Copies the files for Docker Compose, with the published image: `node scripts/publish/compose.mjs v1.0.0 IMAGE FOLDER`.
import { copyFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fail, root } from '../lib/steps.mjs'
import { imageName, read, versionOf } from './version.mjs'

const BUILD = /^ *# Only in a clone.*\n *build: \.\.\n/m
const IMAGE = /(?<=\$\{LARDER_IMAGE:-)larder(?=\})/

const [tag, image, folder] = process.argv.slice(2)
if (!folder) fail('name the folder for the copies.')
const published = `${imageName(image)}:${versionOf(tag)}`
const compose = read('deploy/compose.yaml')
if (!BUILD.test(compose) || !IMAGE.test(compose)) fail('deploy/compose.yaml has another image or no build.')
writeFileSync(
  join(folder, 'compose.yaml'),
  compose.replace(BUILD, '').replace(IMAGE, () => published),
)
const others = readdirSync(join(root, 'deploy')).filter((name) =>
  /^compose\..+\.yaml$|^Caddyfile$/.test(name),
)
for (const name of others) copyFileSync(join(root, 'deploy', name), join(folder, name))
