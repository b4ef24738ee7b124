{{/* Common parts. Each takes a dict: root is the chart's context, task a key of `accounts`. */}}

{{- define "hotlane.selector" -}}
app.kubernetes.io/name: hotlane
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .task }}
{{- end }}

{{- define "hotlane.labels" -}}
{{ include "hotlane.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
{{- end }}

{{- define "hotlane.image" -}}
{{- with .root.Values.image -}}
{{- if .digest -}}
{{ .repository }}@{{ .digest }}
{{- else -}}
{{ .repository }}:{{ .tag | default $.root.Chart.AppVersion }}
{{- end -}}
{{- end -}}
{{- end }}

{{/* What every container has: nothing to be gained from it, and its last words shown. */}}
{{- define "hotlane.container" -}}
image: {{ include "hotlane.image" . | quote }}
imagePullPolicy: {{ .root.Values.image.pullPolicy }}
terminationMessagePolicy: FallbackToLogsOnError
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
{{- end }}

{{/* What every pod has. */}}
{{- define "hotlane.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with .root.Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . | quote }}
  {{- end }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile:
    type: RuntimeDefault
{{- end }}

{{/* An account of the task, else that of all tasks. */}}
{{- define "hotlane.kafkaSecret" -}}
{{ (index .root.Values.accounts .task).kafkaSecretName | default .root.Values.kafka.secretName }}
{{- end }}
{{- define "hotlane.mysqlSecret" -}}
{{ (index .root.Values.accounts .task).mysqlSecretName | default .root.Values.mysql.secretName }}
{{- end }}

{{/* Options of Kafka. */}}
{{- define "hotlane.kafkaOptions" -}}
- --lane={{ .root.Values.lane }}
{{- with .root.Values.kafka.bootstrapServers }}
- --kafka-bootstrap-servers={{ . }}
{{- end }}
{{- if include "hotlane.kafkaSecret" . }}
- --kafka-config=/etc/hotlane/kafka/kafka.properties
{{- end }}
{{- end }}

{{/* Options of MySQL. */}}
{{- define "hotlane.mysqlOptions" -}}
- {{ printf "--mysql-url=%s" .root.Values.mysql.url | quote }}
- {{ printf "--mysql-user=%s" ((index .root.Values.accounts .task).mysqlUser | default .root.Values.mysql.user) | quote }}
- --mysql-password-file=/etc/hotlane/mysql/password
{{- end }}

{{/* Options of a port's certificate and principals; prefix is that of the options. */}}
{{- define "hotlane.portOptions" -}}
{{- if .root.Values.tls.secretName }}
- --{{ .prefix }}-tls-cert=/etc/hotlane/tls/tls.crt
- --{{ .prefix }}-tls-key=/etc/hotlane/tls/tls.key
{{- end }}
{{- if .root.Values.principals.secretName }}
- --{{ .prefix }}-principals=/etc/hotlane/principals/principals.json
{{- end }}
{{- end }}

{{/* Mounts of Secrets; port says whether the task has one of TLS and principals. Never by subPath, which is not updated. */}}
{{- define "hotlane.mounts" -}}
- name: data
  mountPath: /data
{{- if include "hotlane.kafkaSecret" . }}
- name: kafka
  mountPath: /etc/hotlane/kafka
  readOnly: true
{{- end }}
- name: mysql
  mountPath: /etc/hotlane/mysql
  readOnly: true
{{- if and .port .root.Values.tls.secretName }}
- name: tls
  mountPath: /etc/hotlane/tls
  readOnly: true
{{- end }}
{{- if and .port .root.Values.principals.secretName }}
- name: principals
  mountPath: /etc/hotlane/principals
  readOnly: true
{{- end }}
{{- end }}

{{- define "hotlane.secretVolume" -}}
- name: {{ .name }}
  secret:
    secretName: {{ .secret | quote }}
    defaultMode: 0440
{{- end }}

{{/* The volumes of these mounts. */}}
{{- define "hotlane.volumes" -}}
- name: data
  emptyDir:
    sizeLimit: {{ .size | default "1Gi" }}
{{- with include "hotlane.kafkaSecret" . }}
{{ include "hotlane.secretVolume" (dict "name" "kafka" "secret" .) }}
{{- end }}
{{ include "hotlane.secretVolume" (dict "name" "mysql" "secret" (include "hotlane.mysqlSecret" .)) }}
{{- if .port }}
{{- with .root.Values.tls.secretName }}
{{ include "hotlane.secretVolume" (dict "name" "tls" "secret" .) }}
{{- end }}
{{- with .root.Values.principals.secretName }}
{{ include "hotlane.secretVolume" (dict "name" "principals" "secret" .) }}
{{- end }}
{{- end }}
{{- end }}

{{/* Names of a Service within the cluster; service is its name. */}}
{{- define "hotlane.names" -}}
{{- $namespace := .root.Release.Namespace -}}
{{ .service }},{{ .service }}.{{ $namespace }},{{ .service }}.{{ $namespace }}.svc,{{ .service }}.{{ $namespace }}.svc.cluster.local
{{- end }}

{{- define "hotlane.scheme" -}}
{{ if .root.Values.tls.secretName }}HTTPS{{ else }}HTTP{{ end }}
{{- end }}
