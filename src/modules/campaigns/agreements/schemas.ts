import { Type } from 'typebox';
import { dateTime, id, list, nameSchemas, nullable, oneOf, whole, words } from '../../../platform/http/fields.ts';
import { pageQuery, v2Envelope } from '../../../platform/pagination.ts';
import { answersField } from '../questions/schemas.ts';
import { MAX_VERSIONS } from './write-agreement.ts';

const MAX_TEXT = 20_000;

export const versionNumber = (description?: string) =>
  whole({ min: 1, max: MAX_VERSIONS, ...(description === undefined ? {} : { description }) });
const sha256 = () => Type.String({ description: 'SHA-256 of the text in UTF-8, hexadecimal.' });
const manner = () =>
  oneOf(['accepted', 'joined'], {
    description:
      '`accepted`: by naming the version. `joined`: by joining while it was current, through an endpoint that cannot name one.',
  });

const AgreementRecord = Type.Object({
  version: versionNumber(),
  text: Type.String(),
  sha256: sha256(),
  created_at: dateTime(),
});

export const CampaignAgreementRecord = Type.Object({
  agreement: nullable(Type.Object(AgreementRecord.properties, { description: 'Null: the campaign has no terms now.' })),
  versions: list(
    Type.Object({
      version: versionNumber(),
      sha256: sha256(),
      created_at: dateTime(),
      ended_at: nullable(dateTime({ description: 'Null: the current one.' })),
    }),
    { max: MAX_VERSIONS, description: 'The newest first.' },
  ),
});

export const AgreementBody = Type.Object({ text: words({ max: MAX_TEXT }) });

export const OwnAgreementRecord = Type.Object({
  current: nullable(Type.Object(AgreementRecord.properties, { description: 'Null: the campaign has no terms now.' })),
  binding: nullable(
    Type.Object(
      { version: versionNumber(), text: Type.String(), sha256: sha256(), manner: manner(), accepted_at: dateTime() },
      { description: 'The version that the user has agreed to, and that is binding. Null: none.' },
    ),
  ),
});

export const AcceptanceList = v2Envelope(
  Type.Object({
    participant_id: id(),
    user_id: nullable(id()),
    display_name: Type.String(),
    version: versionNumber(),
    sha256: sha256(),
    manner: manner(),
    accepted_at: dateTime(),
  }),
);

export const acceptanceQuery = {
  ...pageQuery(),
  participant_id: Type.Optional(id({ description: 'Only this participant.' })),
};

export const AcceptBody = Type.Object({ version: versionNumber() });

export const JoinBody = Type.Object({
  agreement_version: Type.Optional(
    nullable(
      whole({
        min: 1,
        max: MAX_VERSIONS,
        description: 'The version of the campaign’s terms that the user has read and accepts.',
      }),
    ),
  ),
  answers: answersField,
});

nameSchemas({
  Agreement: AgreementRecord,
  CampaignAgreement: CampaignAgreementRecord,
  AgreementInput: AgreementBody,
  OwnAgreement: OwnAgreementRecord,
  AcceptancePage: AcceptanceList,
});
