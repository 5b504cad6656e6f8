import type { Config } from '#app/config/config.server.ts'
import { isOpenAi } from './listModels.ts'

/** Answers without thinking, if it is asked to. */
const OPENAI_MODEL = 'gpt-6-luna'

/** Empty for the only model of the server. */
export const modelOf = (config: Pick<Config, 'OPENAI_BASE_URL' | 'OPENAI_MODEL'>) =>
  config.OPENAI_MODEL || (isOpenAi(config.OPENAI_BASE_URL) ? OPENAI_MODEL : '')
