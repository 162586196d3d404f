FROM node:26.10.0-slim AS build
WORKDIR /product
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build && npm prune --omit=dev

FROM node:26.10.0-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/var/lib/fakturabro
# As the units of docs/scale.md (docs/decisions/0055).
ENV MALLOC_ARENA_MAX=1 MALLOC_MMAP_THRESHOLD_=16384 MALLOC_TRIM_THRESHOLD_=16384 NODE_OPTIONS="--max-semi-space-size=4 --max-old-space-size=768 --v8-pool-size=2"
RUN install --directory --owner=node --mode=700 /var/lib/fakturabro
# All that is written but /tmp: the rest of the container may be read-only.
VOLUME /var/lib/fakturabro
WORKDIR /product
COPY --from=build /product/package.json ./
COPY --from=build /product/node_modules ./node_modules
COPY --from=build /product/migrations ./migrations
COPY --from=build /product/dist ./dist
USER node
EXPOSE 3000
CMD ["node", "dist/main.js"]
