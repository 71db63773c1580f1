import type { en } from './texts.en.ts';

const sv: typeof en = {
  title: 'Egna domäner',
  hint: 'På en egen domän, till exempel go.example.com, blir länkarna kortare och bär ditt namn. Använd ett värdnamn som inte används till något annat.',
  hintAgency:
    'Dina kreatörers länkar kan gå via en av byråns domäner, till exempel go.example.com. Använd ett värdnamn som inte används till något annat.',
  list: 'Domäner',
  none: {
    title: 'Inga domäner',
    hint: 'Lägg till en domän, publicera verifieringen och peka domänens DNS-poster till plattformen.',
  },
  label: 'Lägg till en domän',
  placeholder: 'go.example.com',
  add: 'Lägg till domän',
  added: 'Domänen har lagts till',
  proven: 'Verifierad',
  unproven: 'Ej verifierad',
  provenOn: (day) => `Länkar fungerar här sedan ${day}`,
  waiting: 'Länkar fungerar inte här än',
  remove: 'Ta bort',
  removeLabel: (host) => `Ta bort ${host}`,
  removeTitle: (host) => `Ta bort ${host}?`,
  removeWords:
    'Publicerade länkar på den här domänen slutar fungera. Samma länkar på andra adresser fungerar fortfarande.',
  removed: 'Domänen har tagits bort',
  check: 'Kontrollera nu',
  checkLabel: (host) => `Kontrollera nu: ${host}`,
  nowProven: (host) => `${host} är verifierad`,
  notFound: 'Ingen verifiering hittades',
  found: 'Hittades',
  methods: { dns: 'DNS-post', file: 'Fil', meta: 'Metatagg' },
  point:
    'Efter verifieringen pekar du värdnamnet till plattformen med en CNAME- eller A-post. Plattformen skaffar certifikatet om den har stöd för egna domäner.',
};
export default sv;
