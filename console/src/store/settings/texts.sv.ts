import type { en } from './texts.en.ts';

const sv: typeof en = {
  title: 'Inställningar',
  hint: 'Butikens logotyp, standardersättning och synlighet. Ny ersättning gäller från nästa klick, och ändringarna syns i granskningsloggen.',
  logo: {
    title: 'Logotyp',
    hint: 'PNG eller JPEG. Stora bilder förminskas.',
    choose: 'Välj bild',
    bad: 'Bilden kan inte läsas eller förminskas. Välj en PNG eller JPEG.',
    saved: 'Logotypen är sparad.',
  },
  prices: {
    title: 'Standardersättning',
    hint: 'Ersättning för klick och ordrar utanför kampanjer. Ändringar gäller från nästa klick.',
    click: 'Per klick',
    order: 'Per order',
    socialClick: 'Per klick från sociala medier',
    socialOrder: 'Per order från sociala medier',
    fixed: 'Fast belopp per order',
    fixedHint: 'För varje order, oavsett ordervärde.',
    minimum: 'Minsta ordervärde',
    minimumHint: 'Ordrar under det ger ingen ersättning.',
    mode: 'Fast belopp och andel av ordervärdet',
    modes: { added: 'Båda betalas', larger: 'Det största av dem betalas' },
    socialFixed: 'Fast belopp per order från sociala medier',
    billed: (sum) => `Faktureras totalt: ${sum}.`,
    willBeBilled: (sum) => `Kommer att faktureras totalt: ${sum}.`,
    number: 'Ange ett tal. Med 0 betalas inget.',
    upTo: (most) => `Högst ${most}.`,
    save: 'Spara',
    saved: 'Standardersättningen är sparad.',
  },
  publicPage: {
    title: 'Publik sida',
    hint: 'En sida med din logotyp, din ersättning och dina publika kampanjer, för alla och för sökmotorer.',
    show: 'Visa en publik sida',
    about: 'Om din butik',
    open: 'Öppna sidan',
    notYet: 'Sidan visas när din butik är godkänd och synlig.',
    save: 'Spara sidan',
    saved: 'Den publika sidan är sparad.',
  },
  visibility: {
    title: 'Synlighet',
    shown: 'Kreatörer kan hitta din butik och länka till den.',
    hidden:
      'Kreatörer kan inte hitta din butik. Befintliga länkar leder fortfarande till den men ger inga intäkter, utom i kampanjer som visar butiken för sin målgrupp.',
    hide: 'Dölj butiken',
    ask: 'Dölja butiken för kreatörer?',
    warning:
      'Kreatörer kan inte längre hitta den eller länka till den. Befintliga länkar leder fortfarande till den men ger inga intäkter, utom i kampanjer som visar butiken för sin målgrupp. Du kan visa den igen när som helst.',
    hideNow: 'Dölj butiken',
    isHidden: 'Butiken är dold.',
    show: 'Visa butiken',
    isShownAgain: 'Butiken är synlig.',
  },
};
export default sv;
