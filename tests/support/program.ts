import { writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import ts from 'typescript'
import { temporaryFolder } from './services.ts'

// Our code as the TypeScript compiler sees it, for tests about the code itself.

export interface Program {
  checker: ts.TypeChecker
  sources: ts.SourceFile[]
}

let ours: Program | undefined

/** All of our code without its tests. */
export function compileOurs(): Program {
  ours ??= compile()
  return ours
}

/** Of libraries and of our code, which several programs use. */
const parsed = new Map<string, ts.SourceFile | undefined>()

function hostFor(options: ts.CompilerOptions): ts.CompilerHost {
  const host = ts.createCompilerHost(options)
  const getSourceFile: ts.CompilerHost['getSourceFile'] = (file, ...rest) => {
    if (!parsed.has(file)) parsed.set(file, host.getSourceFile(file, ...rest))
    return parsed.get(file)
  }
  return { ...host, getSourceFile }
}

function compile(files?: string[]): Program {
  const { config } = ts.readConfigFile('tsconfig.json', ts.sys.readFile)
  const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, process.cwd())
  const isOurs = (file: string) =>
    /^(?:app|db|server\.ts)/.test(relative(process.cwd(), file)) && !/\.test\.tsx?$/.test(file)
  const program = ts.createProgram(files ?? fileNames.filter(isOurs), options, hostFor(options))
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
