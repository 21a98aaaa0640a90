// SPDX-License-Identifier: MIT
#include "snapshot.hpp"

#include "first_key.hpp"
#include "json_fields.hpp"
#include "policies/sdk/numbers.hpp"

namespace malha {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

constexpr const char* valid_snapshot = "snapshot.json as a run writes it";

/// The names of a job's owner in the file.
constexpr std::pair<const char*, SharedText Credentials::*> names_of_owners[] = {
    {"user", &Credentials::user},   {"account", &Credentials::account},
    {"group", &Credentials::group}, {"queue", &Credentials::queue},
    {"qos", &Credentials::qos},     {"partition", &Credentials::partition}};

/// JSON has no number for what never happens.
ordered_json date_or_null(Seconds date) { return date < never ? ordered_json(date) : ordered_json(); }

/// In one line. Bytes that are no UTF-8 are replaced.
std::string line_of(const ordered_json& value) {
  return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

ordered_json json_of(const SnapshotJob& job, Seconds now) {
  ordered_json said{{"job_id", job.number}, {"job", job.job}};
  for (const auto& [key, name] : names_of_owners)
    if (!(job.who.*name).empty())
      said[key] = (job.who.*name).str();
  said["size"] = job.size;
  said["submitted"] = job.submitted;
  said["limit"] = job.limit ? ordered_json(*job.limit) : ordered_json();
  said["priority"] = job.priority;
  said["restarts"] = job.restarts;
  if (job.asks_for_more)
    said["asks_for_more"] = true;
  if (!job.runs())
    return said;
  said["resources"] = job.resources.text();
  said["started"] = job.started;
  said["ends"] = date_or_null(job.ends);
  said["left"] = date_or_null(job.ends - now);
  said["limit_left"] = job.limit ? ordered_json(job.started + *job.limit - now) : ordered_json();
  return said;
}

ordered_json json_of(const SnapshotRound& round) {
  auto said = ordered_json::array({round.date});
  for (const auto& event : round.events)
    said.push_back(event);
  return said;
}

/// A list with one item a line.
template <class Items, class JsonOf>
std::string list_of(const Items& items, const JsonOf& json_of_item) {
  std::string text;
  for (const auto& item : items)
    text += (text.empty() ? "\n  " : ",\n  ") + line_of(json_of_item(item));
  return "[" + text + (text.empty() ? "]" : "\n]");
}

IndexSet resources_in(const JsonFields& fields, const std::string& key, std::size_t number) {
  const auto text = fields.text(key);
  const std::string valid = "indices below " + std::to_string(number) + " such as 0-3 5";
  try {
    auto set = IndexSet::parse(text);
    if (!set.empty() && set.intervals().back().last >= static_cast<int>(number))
      fields.refuse(key, valid);
    return set;
  } catch (const std::invalid_argument&) {
    fields.refuse(key, valid);
  }
}

/// A number, or null where there is none.
std::optional<double> number_or_null(const JsonFields& fields, const std::string& key) {
  const auto& value = fields.required(key, "a number, at least 0, or null");
  return value.is_null() ? std::nullopt : std::optional(fields.number(key));
}

/// A date up to that of the snapshot. Before 0 are those of jobs of a site.
double date_until(const JsonFields& fields, const std::string& key, Seconds now) {
  const std::string valid = "a date, at most that of the snapshot";
  const auto& value = fields.required(key, valid);
  if (!value.is_number() || value.get<double>() > now)
    fields.refuse(key, valid);
  return value.get<double>();
}

std::int64_t whole_number(const JsonFields& fields, const std::string& key) {
  const auto& value = fields.required(key, "a whole number");
  if (!value.is_number_integer())
    fields.refuse(key, "a whole number");
  return value.get<std::int64_t>();
}

SnapshotJob read_snapshot_job(const JsonFields& fields, bool runs, const Snapshot& of) {
  SnapshotJob job;
  job.number = whole_number(fields, "job_id");
  job.job = whole_number(fields, "job");
  for (const auto& [key, name] : names_of_owners)
    if (fields.has(key))
      job.who.*name = fields.line(key);
  job.size = fields.count("size");
  job.submitted = date_until(fields, "submitted", of.date);
  job.limit = number_or_null(fields, "limit");
  job.priority = fields.number("priority", std::numeric_limits<double>::lowest());
  job.restarts = static_cast<int>(whole_number(fields, "restarts"));
  job.asks_for_more = fields.has("asks_for_more");
  if (!runs)
    return job;
  job.resources = resources_in(fields, "resources", of.hosts.size());
  if (job.resources.size() != job.size)
    fields.refuse("resources", "as many as its size, " + std::to_string(job.size));
  job.started = date_until(fields, "started", of.date);
  job.ends = number_or_null(fields, "ends").value_or(never);
  return job;
}

const json& list_in(const JsonFields& fields, const std::string& key) {
  const auto& list = fields.required(key, "a list");
  if (!list.is_array())
    fields.refuse(key, "a list");
  return list;
}

std::vector<SnapshotJob> read_jobs(const JsonFields& fields, const std::string& key, const Snapshot& of) {
  std::vector<SnapshotJob> jobs;
  for (const auto& one : list_in(fields, key)) {
    const auto place = fields.who() + ": " + key + " job ";
    const auto number = one.is_object() && one.contains("job_id") ? one["job_id"] : json(jobs.size());
    jobs.push_back(read_snapshot_job({place + shown(number), one}, key == "running", of));
  }
  return jobs;
}

std::map<Snapshot::Owner, double> read_used(const JsonFields& fields) {
  std::map<Snapshot::Owner, double> used;
  for (const auto& one : list_in(fields, "used")) {
    const JsonFields owner(fields.who() + ": used", one);
    used[{owner.line("account"), owner.line("user")}] = owner.number("resource_seconds");
  }
  return used;
}

std::vector<SnapshotRound> read_rounds(const JsonFields& fields) {
  std::vector<SnapshotRound> rounds;
  for (const auto& one : list_in(fields, "history")) {
    const auto is_event = [](const json& event) { return event.is_string(); };
    if (!one.is_array() || one.empty() || !one.front().is_number() ||
        !std::all_of(std::next(one.begin()), one.end(), is_event))
      fields.fail(": 'history' has " + shown(one) + "; valid: a date and what happened then");
    rounds.push_back({one.front().get<double>(), {}});
    for (auto event = std::next(one.begin()); event != one.end(); ++event)
      rounds.back().events.push_back(event->get<std::string>());
  }
  return rounds;
}

std::vector<std::string> read_hosts(const JsonFields& fields) {
  std::vector<std::string> hosts;
  for (const auto& host : list_in(fields, "hosts")) {
    if (!host.is_string())
      fields.fail(": 'hosts' has " + shown(host) + "; valid: names of hosts");
    hosts.push_back(host.get<std::string>());
  }
  return hosts;
}

} // namespace

std::string text_of(const Snapshot& snapshot) {
  const auto said = [&](const SnapshotJob& job) { return json_of(job, snapshot.date); };
  std::string text;
  const auto add = [&](const char* key, const std::string& value) {
    text += (text.empty() ? "{\n\"" : ",\n\"") + std::string(key) + "\": " + value;
  };
  add("snapshot", std::to_string(Snapshot::version));
  add("date", line_of(snapshot.date));
  add("workload", line_of(snapshot.workload));
  add("policies", line_of(snapshot.policies));
  add("hosts", line_of(snapshot.hosts));
  add("down", line_of(snapshot.down.text()));
  add("running", list_of(snapshot.running, said));
  add("waiting", list_of(snapshot.waiting, said));
  add("held", std::to_string(snapshot.held));
  add("used", list_of(snapshot.used, [](const auto& one) {
        return ordered_json{
            {"account", one.first.first}, {"user", one.first.second}, {"resource_seconds", one.second}};
      }));
  add("history", list_of(snapshot.rounds, [](const SnapshotRound& round) { return json_of(round); }));
  return text + "\n}\n";
}

Snapshot read_snapshot(const std::filesystem::path& file) {
  const json content = json_of_file(file, valid_snapshot);
  const JsonFields fields(file.string(), content);
  if (!fields.has("snapshot"))
    fields.fail(": is no snapshot, since it has no 'snapshot'; valid: " + std::string(valid_snapshot));
  if (content["snapshot"] != Snapshot::version)
    fields.fail(": is a snapshot of version " + shown(content["snapshot"]) + "; valid: version " +
                std::to_string(Snapshot::version) + ", which this Malha writes");
  Snapshot snapshot;
  snapshot.date = fields.number("date");
  snapshot.workload = fields.line("workload");
  const JsonFields policies(file.string() + ": policies", fields.required("policies", "an object"));
  for (const auto& [property, name] : policies.object().items())
    snapshot.policies[property] = policies.text(property);
  snapshot.hosts = read_hosts(fields);
  snapshot.down = resources_in(fields, "down", snapshot.hosts.size());
  snapshot.running = read_jobs(fields, "running", snapshot);
  snapshot.waiting = read_jobs(fields, "waiting", snapshot);
  snapshot.held = whole_number(fields, "held");
  snapshot.used = read_used(fields);
  snapshot.rounds = read_rounds(fields);
  return snapshot;
}

bool is_snapshot(const std::filesystem::path& file) {
  // It is the first key of the file.
  return first_key_of(file, [](const std::string&, int) { return true; }) == "snapshot";
}

} // namespace malha
