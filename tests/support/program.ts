import { writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import ts from 'typescript'
import { temporaryFolder } from './services.ts'

// Our code as the TypeScript compiler sees it, for tests about the code itself.

export interface Program {
  checker: ts.TypeChecker
  sources: ts.SourceFile[]
}

/** All of our code without its tests, or these files. */
export function compile(files?: string[]): Program {
  const { config } = ts.readConfigFile('tsconfig.json', ts.sys.readFile)
  const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, process.cwd())
  const isOurs = (file: string) =>
    /^(?:app|db|server\.ts)/.test(relative(process.cwd(), file)) && !/\.test\.tsx?$/.test(file)
  const program = ts.createProgram(files ?? fileNames.filter(isOurs), options)
  const sources = program
    .getSourceFiles()
    .filter(({ fileName }) => files?.includes(fileName) ?? isOurs(fileName))
  return { checker: program.getTypeChecker(), sources }
}

/** A file with these lines. */
export function compileText(lines: string[]): Program {
  const file = join(temporaryFolder(), 'sample.ts')
  writeFileSync(file, lines.join('\n'))
  return compile([file])
}

/** As `file:line: code`. */
export function placeOf(node: ts.Node): string {
  const source = node.getSourceFile()
  const { line } = source.getLineAndCharacterOfPosition(node.getStart())
  const [code] = node.getText().split('\n')
  return `${relative(process.cwd(), source.fileName)}:${line + 1}: ${code}`
}

/** The line numbers of places. */
export function linesOf(places: string[]): number[] {
  return places.map((place) => Number(/:(\d+): /.exec(place)?.[1]))
}
