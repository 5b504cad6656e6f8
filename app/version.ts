import program from '../package.json' with { type: 'json' }

export const VERSION: string = program.version
