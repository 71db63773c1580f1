import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { completeList } from '../../../platform/http/complete-list.ts';
import { dateTime, id, nameSchemas, nameText } from '../../../platform/http/fields.ts';
import { operation } from '../../../platform/http/operation.ts';
import { onStore } from '../../stores/index.ts';
import { messageText, subject } from '../broadcasts/schemas.ts';
import { changeTemplate, createTemplate, deleteTemplate, listTemplates, type MessageTemplate } from './templates.ts';

const TemplateRecord = Type.Object(
  {
    id: id(),
    name: Type.String(),
    subject: Type.String(),
    text: Type.String(),
    created_at: dateTime(),
    updated_at: dateTime(),
  },
  { description: 'A text that a store uses again. (The body is an addition.)' },
);

const TemplateBody = Type.Object({ name: nameText({ max: 120 }), subject: subject(), text: messageText() });

/** Texts of messages that a store uses again. */
export function messageTemplateRoutes(app: FastifyInstance): void {
  const common = { tags: ['Messages'], addition: true, policy: onStore('store') } as const;
  const write = { scope: 'campaigns', presence: 'token' } as const;
  const url = '/v2/stores/:store/message-templates';
  const one = `${url}/:message_template` as const;
  const params = { message_template: id({ kind: 'template' }) };

  operation(app, {
    ...common,
    method: 'GET',
    url,
    operationId: 'listMessageTemplates',
    summary: 'List the templates of messages of a store',
    description: 'By name. Always complete: at most 100.',
    replies: { 200: completeList(TemplateRecord) },
    handle: async ({ ctx, resource }) => ({ data: (await listTemplates(ctx, resource.id)).map(presentTemplate) }),
  });

  operation(app, {
    ...common,
    ...write,
    method: 'POST',
    url,
    operationId: 'createMessageTemplate',
    summary: 'Create a template of messages',
    body: TemplateBody,
    replies: { 201: TemplateRecord },
    errors: ['too_many_templates'],
    idempotent: true,
    handle: async ({ ctx, resource, body }) =>
      presentTemplate(await createTemplate(ctx, { storeId: resource.id, ...body })),
  });

  operation(app, {
    ...common,
    ...write,
    method: 'PUT',
    url: one,
    operationId: 'changeMessageTemplate',
    summary: 'Replace a template of messages',
    description: 'Triggers that use it send the new text from now on.',
    params,
    body: TemplateBody,
    replies: { 200: TemplateRecord },
    errors: [404],
    handle: async ({ ctx, resource, params: { message_template: template }, body }) =>
      presentTemplate(await changeTemplate(ctx, { storeId: resource.id, id: template, ...body })),
  });

  operation(app, {
    ...common,
    ...write,
    method: 'DELETE',
    url: one,
    operationId: 'deleteMessageTemplate',
    summary: 'Delete a template of messages',
    params,
    replies: { 204: null },
    errors: [404, 'template_in_use'],
    handle: ({ ctx, resource, params: { message_template: template } }) =>
      deleteTemplate(ctx, { storeId: resource.id, id: template }),
  });
}

function presentTemplate({ id: template, name, subject: title, text, createdAt, updatedAt }: MessageTemplate) {
  return {
    id: template,
    name,
    subject: title,
    text,
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
  };
}

nameSchemas({ MessageTemplate: TemplateRecord, MessageTemplateInput: TemplateBody });
