import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { changeProfile } from '#app/domain/accounts/users.ts'
import { ChooseLanguage } from '#app/domain/inputs.ts'
import { parse } from '#app/domain/parse.ts'
import { currentUser } from '#app/http/in/auth.ts'
import { readForm } from '#app/http/in/body.ts'
import { languageCookie } from '#app/http/in/cookies.ts'
import { redirectWith } from '#app/http/out/replies.ts'
import { ownPath } from '#app/protocol/paths.ts'

export const loader = () => redirect('/landing', 303)

/** For this browser, and for the account that is signed in. */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(context)
  const { language } = parse(ChooseLanguage, form)
  const user = await currentUser(context, request)
  if (user) await changeProfile(context.services, user, { language })
  const headers = new Headers({ 'Set-Cookie': languageCookie(context.services.config).set(language) })
  return redirectWith(context, ownPath(form.path, context.origin), typedIn(form), headers)
}

/** What people had typed into the page's form. A password is typed again. */
function typedIn({ email = '', name = '' }: Record<string, string>) {
  return email || name ? { draft: { values: { email, name } } } : undefined
}
