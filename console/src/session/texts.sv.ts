import type { en } from './texts.en.ts';

const sv: typeof en = {
  headline: 'Varje klick räknas. Varje belopp förklaras.',
  story:
    'Kreatörer gör produktsidor till länkar som ger dem betalt. Butiker ser resultatet av varje länk. I slutet av månaden får alla betalt, och varje belopp går att följa till sina klick och ordrar.',
  signIn: 'Logga in',
  email: 'E-post',
  password: 'Lösenord',
  wrong: 'Fel e-post eller lösenord.',
  wrongCode: 'Koden är fel eller redan använd.',
  code: 'Kod från din app, eller en återställningskod',
  codeHint: 'Ditt konto använder en andra faktor.',
  mailedCode: 'Kod från mejlet',
  mailedCodeHint:
    'Det har kommit många felaktiga lösenord för adressen. Om lösenordet är rätt har en kod skickats till den.',
  passkey: 'Logga in med lösennyckel',
  passkeyRefused: 'Den här lösennyckeln är inte känd här.',
  passkeyFailed: 'Lösennyckeln kunde inte användas. Försök igen.',
  identity: (name) => `Fortsätt med ${name}`,
  identityFailed: {
    no_account: 'Det finns inget konto för den här personen. Be om en inbjudan, eller skapa ett konto.',
    email_taken: 'Kontot med den här e-postadressen kan inte användas på det här sättet. Logga in med ditt lösenord.',
    provider_unavailable: 'Inloggningstjänsten svarar inte. Försök igen.',
    sign_in_refused: 'Inloggningen avbröts eller är inte längre giltig. Försök igen.',
  },
  toSignUp: 'Skapa konto',
  toForgotten: 'Har du glömt lösenordet?',
  toSignIn: 'Tillbaka till inloggningen',
  fresh: {
    demo: (password) => `Demons lösenord är ${password}`,
    title: 'Bekräfta din identitet',
    hint: 'Åtgärden är känslig och det var ett tag sedan du loggade in.',
    code: 'Kod från din app, eller en återställningskod',
    passkey: 'Bekräfta med lösennyckel',
    action: 'Bekräfta',
  },
  proof: {
    title: 'Verifiera din e-postadress',
    hint: (email: string) =>
      `Åtgärden kräver en verifierad adress. Vi kan skicka en länk till ${email}. Öppna den i den här webbläsaren och upprepa sedan åtgärden.`,
    action: 'Skicka e-post',
    sent: (email: string) => `Ett e-postmeddelande har skickats till ${email}.`,
  },
  ended: {
    title: 'Din session har avslutats',
    hint: (email) => `Logga in igen som ${email}. Det du har skrivit finns kvar på sidan och sparas sedan.`,
    elsewhere: (provider) => `Logga in med ${provider} i ett nytt fönster`,
    proceed: 'Jag har loggat in',
    notYet: 'Du har inte loggat in än.',
    leave: 'Lämna sidan och logga in senare',
  },
  demoTitle: 'Utforska demon som',
  demoHint: 'Demodata. Ändringar delas med andra besökare.',
  roles: { admin: 'Administratör', advertiser: 'Butik', agency: 'Byrå', creator: 'Kreatör' },
  about: {
    admin: 'hanterar personer, månader och betalningar',
    advertiser: 'Nordic Runner: kampanjer, ordrar, kostnad',
    agency: 'Nordljus: kreatörer och intäkter',
    creator: 'skapar länkar, går med i kampanjer, får betalt',
  },
  reference: 'API-referens',
};
export default sv;
