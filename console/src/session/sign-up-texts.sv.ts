import type { en } from './sign-up-texts.en.ts';

const sv: typeof en = {
  signUp: {
    title: 'Skapa konto',
    about: 'Kreatörer tjänar på länkar, butiker betalar för det länkar ger, och byråer företräder kreatörer.',
    toCampaign: 'När du har bekräftat din adress går du med i kampanjen som du bjöds in till.',
    noCampaign: 'Den här kampanjen är inte längre öppen. Du kan ändå skapa ett konto.',
    invited: (store, campaign) =>
      campaign === ''
        ? `${store} bjuder in dig till en kampanj.`
        : `${store} bjuder in dig till kampanjen ”${campaign}”.`,
    haveAccount: 'Jag har redan ett konto',
    closed: 'Just nu går det inte att skapa nya konton för kreatörer och byråer.',
    byInvitation: 'Kreatörer skapar konto via en kampanjs sida eller inbjudningslänk.',
    role: 'Kontotyp',
    roles: { creator: 'Kreatör', store: 'Butik', agency: 'Byrå' },
    store: {
      name: 'Butikens namn',
      domain: 'Domän',
      domainHint: 'Till exempel butik.example. Du verifierar att den är din när kontot är skapat.',
      country: 'Land',
      currency: 'Valuta',
      currencyHint: 'Följer landet. Kan inte ändras efter det första klicket.',
      approval:
        'En administratör godkänner nya butiker innan de kan spendera pengar. Du kan förbereda allt under tiden.',
      noMarket: 'Den här marknadsplatsen har ingen marknad än. Kontakta administratören.',
      action: 'Registrera butik',
    },
    name: 'Ditt namn',
    agencyName: 'Byråns namn',
    passwordHint: 'Minst 8 tecken.',
    accept: 'Jag godkänner:',
    terms: { terms: 'Villkor', privacy: 'Integritetspolicy' },
    action: 'Skapa konto',
    check: {
      title: 'Titta i din e-post',
      sent: 'E-post skickad till:',
      hint: 'Öppna länken i mejlet inom en timme. Titta i skräpposten om inget kommer.',
      again: 'Skicka igen',
      againIn: (seconds) => `Skicka igen om ${seconds} s`,
      sentAgain: 'E-post skickad igen till:',
      wrong: 'Fel adress?',
    },
  },
  invitation: {
    title: 'Inbjudan',
    about: 'Någon har bjudit in dig att arbeta för en butik eller en byrå. Här ser du för vem, och tackar ja.',
    incomplete: 'Adressen är ofullständig. Öppna den så som den står i mejlet.',
    invalid: 'Den här inbjudan gäller inte längre. Den kan vara använd eller ha gått ut. Be om en ny.',
    failed: 'Inbjudan kunde inte läsas. Läs in sidan igen.',
    invites: (inviter, name, kind) =>
      inviter === null
        ? `Du är inbjuden att arbeta för ${kind} ${name}.`
        : `${inviter} bjuder in dig att arbeta för ${kind} ${name}.`,
    kinds: { advertiser: 'butiken', agency: 'byrån' },
    as: (email, role) => `Konto: ${email}. Roll: ${role}.`,
    roles: { owner: 'ägare', manager: 'ansvarig', finance: 'ekonomi', read_only: 'läsbehörighet' },
    action: 'Tacka ja',
    accepted: (name) => `Du arbetar nu för ${name}. Logga in för att fortsätta.`,
  },
  verify: {
    title: 'Bekräfta din adress',
    about: 'Ett klick bekräftar att adressen är din. Sedan är du inloggad och kan börja.',
    hint: 'Bekräfta din adress för att logga in.',
    action: 'Bekräfta och logga in',
  },
  forgotten: {
    title: 'Återställ ditt lösenord',
    about: 'Ange adressen till ditt konto. Vi skickar en länk med vilken du väljer ett nytt lösenord.',
    action: 'Skicka mejl',
    sent: (email) => `Om ${email} har ett konto har vi skickat ett mejl dit. Öppna länken i mejlet inom en timme.`,
  },
  reset: {
    title: 'Välj ett nytt lösenord',
    about: 'Det nya lösenordet gäller genast. Alla sessioner avslutas, på den här enheten och på alla andra.',
    password: 'Nytt lösenord',
    hint: 'Minst 8 tecken. Du loggas ut överallt.',
    keep: 'Behåll mina API-tokens',
    action: 'Spara lösenordet',
    done: 'Lösenordet är ändrat. Logga in med det nya lösenordet.',
  },
  change: {
    title: 'Bekräfta din adress',
    about: 'Från och med nu går post om ditt konto till den nya adressen, och du loggar in med den.',
    hint: 'Logga in på kontot som adressen hör till.',
    action: 'Bekräfta adressen',
    done: 'E-postadressen är bekräftad.',
  },
};
export default sv;
