import type { FastifyInstance } from 'fastify';
import { id } from '../../../platform/http/fields.ts';
import { operation } from '../../../platform/http/operation.ts';
import { onStore } from '../../stores/index.ts';
import { deleteConfiguration, listConfigurations } from './configuration.ts';
import { presentConfiguration } from './present.ts';
import { changeConfiguration, createConfiguration, replaceConfiguration } from './save-configuration.ts';
import {
  ConfigurationBody,
  ConfigurationPatchBody,
  readChanges,
  readConfiguration,
  StatsConfigurationRecord,
  StatsConfigurations,
  typesQuery,
} from './schemas.ts';

const tags = ['Stats configuration'];
const policy = onStore('id');
const params = { stats_config: id({ kind: 'stats configuration' }) };
const ALL = '/advertiser/stores/:id/stats-config' as const;
const ONE = '/advertiser/stores/:id/stats-config/:stats_config' as const;

/** Saved charts of a store. */
export function configurationRoutes(app: FastifyInstance): void {
  readAndDeleteRoutes(app);
  writeRoutes(app);
}

function readAndDeleteRoutes(app: FastifyInstance): void {
  operation(app, {
    method: 'GET',
    url: ALL,
    operationId: 'listStatsConfigurations',
    summary: 'List a store’s stats configurations',
    tags,
    policy,
    replies: { 200: StatsConfigurations },
    handle: async ({ ctx, resource }) => (await listConfigurations(ctx, resource.id)).map(presentConfiguration),
  });

  operation(app, {
    method: 'DELETE',
    url: ONE,
    operationId: 'deleteStatsConfiguration',
    scope: 'administration',
    presence: 'token',
    summary: 'Delete a stats configuration',
    description: 'Returns the deleted configuration.',
    tags,
    policy,
    params,
    replies: { 200: StatsConfigurationRecord },
    handle: async ({ ctx, resource, params: { stats_config: configId } }) =>
      presentConfiguration(await deleteConfiguration(ctx, { storeId: resource.id, id: configId })),
  });
}

function writeRoutes(app: FastifyInstance): void {
  operation(app, {
    method: 'POST',
    url: ALL,
    operationId: 'createStatsConfiguration',
    scope: 'administration',
    presence: 'token',
    summary: 'Save a stats configuration',
    tags,
    policy,
    query: typesQuery,
    body: ConfigurationBody,
    replies: { 201: StatsConfigurationRecord },
    errors: ['too_many_configurations'],
    handle: async ({ ctx, resource, query, body }) => {
      const input = readConfiguration(body, query.types);
      return presentConfiguration(await createConfiguration(ctx, { storeId: resource.id, input }));
    },
  });

  operation(app, {
    method: 'PUT',
    url: ONE,
    operationId: 'replaceStatsConfiguration',
    scope: 'administration',
    presence: 'token',
    summary: 'Replace a stats configuration',
    description: 'Replaces the whole configuration; absent fields are removed.',
    tags,
    policy,
    params,
    query: typesQuery,
    body: ConfigurationBody,
    replies: { 200: StatsConfigurationRecord },
    handle: async ({ ctx, resource, params: { stats_config: configId }, query, body }) => {
      const input = readConfiguration(body, query.types);
      return presentConfiguration(await replaceConfiguration(ctx, { storeId: resource.id, id: configId, input }));
    },
  });

  operation(app, {
    method: 'PATCH',
    url: ONE,
    operationId: 'changeStatsConfiguration',
    scope: 'administration',
    presence: 'token',
    summary: 'Change a stats configuration',
    description: 'Absent fields stay; null removes a day.',
    tags,
    policy,
    params,
    query: typesQuery,
    body: ConfigurationPatchBody,
    replies: { 200: StatsConfigurationRecord },
    handle: async ({ ctx, resource, params: { stats_config: configId }, query, body }) => {
      const changes = readChanges(body, query.types);
      return presentConfiguration(await changeConfiguration(ctx, { storeId: resource.id, id: configId, changes }));
    },
  });
}
