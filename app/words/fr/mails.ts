import { TOKEN_LIFETIME } from '#app/domain/limitsAndLifetimes.ts'
import { HOUR, MINUTE } from '#app/domain/time.ts'
import type { mails as english } from '../en/mails.ts'
import type { Shape } from '../room.ts'
import { limits } from './limits.ts'

/** No user's name appears here: a stranger could have chosen it. */
export const mails = {
  verify: {
    subject: 'Confirme ton adresse e-mail',
    before: ['Bienvenue sur Larder. Confirme que cette adresse e-mail est bien la tienne.'],
    button: 'Confirmer mon adresse',
    after: [
      `Le lien marche une seule fois et expire dans ${limits.hours({ n: TOKEN_LIFETIME.verify / HOUR })}.`,
      "Si tu n'as pas créé de compte, ne tiens pas compte de ce message.",
    ],
  },
  taken: {
    subject: 'Tu as déjà un compte',
    before: [
      "Quelqu'un, sans doute toi, a voulu utiliser cette adresse e-mail pour un compte Larder. Elle est déjà liée à un compte\u00a0: rien n'a donc changé.",
    ],
    button: 'Se connecter',
    after: [
      'Si tu as oublié ton mot de passe, choisis «\u00a0Mot de passe oublié\u202f?\u00a0» sur la page de connexion.',
      "Si ce n'était pas toi, ne tiens pas compte de ce message.",
    ],
  },
  reset: {
    subject: 'Choisis un nouveau mot de passe',
    before: ["Quelqu'un, sans doute toi, a demandé un nouveau mot de passe pour ton compte Larder."],
    button: 'Choisir un mot de passe',
    after: [
      `Le lien marche une seule fois et expire dans ${limits.minutes({ n: TOKEN_LIFETIME.reset / MINUTE })}.`,
      "Si ce n'était pas toi, ne tiens pas compte de ce message. Ton mot de passe reste le même.",
    ],
  },
  'password-changed': {
    subject: 'Ton mot de passe a été changé',
    before: [
      "Le mot de passe de ton compte Larder vient d'être changé, et tous les autres appareils ont été déconnectés.",
      "Si c'était toi, tu n'as rien à faire.",
    ],
    button: 'Se connecter',
    after: [
      "Si ce n'était pas toi, change ton mot de passe tout de suite\u00a0: choisis «\u00a0Mot de passe oublié\u202f?\u00a0» sur la page de connexion.",
    ],
  },
  'new-email': {
    subject: 'Confirme ta nouvelle adresse e-mail',
    before: ['Confirme que ton compte Larder doit désormais avoir cette adresse e-mail.'],
    button: "Changer l'adresse e-mail",
    after: [
      `Le lien marche une seule fois et expire dans ${limits.hours({ n: TOKEN_LIFETIME.email / HOUR })}.`,
      "Si tu n'as rien demandé, ne tiens pas compte de ce message.",
    ],
  },
  'email-changed': {
    subject: 'Ton adresse e-mail a été changée',
    before: [
      "Ton compte Larder a maintenant une autre adresse e-mail, et celle-ci n'en fait plus partie.",
      "Si c'était toi, tu n'as rien à faire.",
    ],
    button: 'Se connecter',
    after: [
      "Si ce n'était pas toi, préviens la personne qui gère ce Larder\u00a0: elle peut remettre l'ancienne adresse et te donner un lien pour choisir un mot de passe.",
    ],
  },
  linkHint: 'Si le bouton ne marche pas, ouvre ce lien\u00a0:',
} satisfies Shape<typeof english>
