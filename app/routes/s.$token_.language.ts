import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { ChooseLanguage } from '#app/domain/inputs.ts'
import { parse } from '#app/domain/parse.ts'
import { guestFrom } from '#app/http/in/auth.ts'
import { languageCookie } from '#app/http/in/cookies.ts'
import { linkPath } from '#app/protocol/paths.ts'

export { redirectToLink as loader } from '#app/http/in/auth.ts'

export async function action(args: ActionFunctionArgs) {
  const { context, params } = args
  const { form } = await guestFrom(args)
  const { language } = parse(ChooseLanguage, form)
  context.setCookie(languageCookie(context.services.config).set(language))
  return redirect(linkPath(params.token), 303)
}
