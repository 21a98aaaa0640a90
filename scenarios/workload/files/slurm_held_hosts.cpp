// SPDX-License-Identifier: MIT
#include "slurm_held_hosts.hpp"

#include "policies/sdk/host_names.hpp"

#include <map>
#include <stdexcept>

namespace malha {
namespace {

using nlohmann::json;

std::vector<std::string> hosts_of(const SlurmFields& job) {
  const std::string valid = "the nodes of the job, such as n[1-4]";
  job.raw().required("nodes", valid);
  try {
    if (auto hosts = host_names(job.text("nodes")); !hosts.empty())
      return hosts;
  } catch (const std::invalid_argument&) { // the text is no list of hosts
  }
  job.raw().refuse("nodes", valid);
}

/// The member of an object; null if the value is no object, or has no such member.
const json& member_of(const json& value, const char* key) {
  static const json none;
  return value.is_object() && value.contains(key) ? value[key] : none;
}

/// The cores that a running job has on each host. A host that does not say is missing.
std::map<std::string, int> cores_by_host(const SlurmFields& job) {
  std::map<std::string, int> cores;
  for (const auto& node : member_of(member_of(job.raw().object(), "job_resources"), "allocated_nodes")) {
    const json& name = member_of(node, "nodename");
    if (!name.is_string())
      continue;
    for (const auto& socket : member_of(node, "sockets"))
      for (const auto& core : member_of(socket, "cores"))
        cores[name.get<std::string>()] += core == "allocated" ? 1 : 0;
  }
  return cores;
}

/// How many nodes a job runs on, in messages.
std::string nodes_in_words(const SlurmFields& job, std::size_t number) {
  return " runs on " + std::to_string(number) + " nodes (" + job.text("nodes") + ")";
}

} // namespace

std::vector<RunsAlready::Part> whole_hosts(const SlurmFields& job, int number) {
  const auto hosts = hosts_of(job);
  if (hosts.size() != static_cast<std::size_t>(number))
    job.raw().fail(nodes_in_words(job, hosts.size()) + ", and its node_count is " + std::to_string(number) +
                   "; valid: the same number");
  std::vector<RunsAlready::Part> parts;
  for (const auto& host : hosts)
    parts.push_back({host, 1});
  return parts;
}

std::vector<RunsAlready::Part> cpus_on_hosts(const SlurmFields& job, int cpus) {
  const auto hosts = hosts_of(job);
  const int number = static_cast<int>(hosts.size());
  if (number > cpus)
    job.raw().fail(nodes_in_words(job, hosts.size()) + ", and has " + std::to_string(cpus) +
                   " CPUs; valid: at least one on each");
  const auto cores = cores_by_host(job);
  int all = 0;
  for (const auto& host : hosts)
    all += cores.count(host) > 0 ? cores.at(host) : 0;
  // A core may have several CPUs, of which the job then has all.
  const bool are_known = all > 0 && cores.size() == hosts.size() && cpus % all == 0;
  std::vector<RunsAlready::Part> parts;
  for (int place = 0; place < number; ++place) {
    const auto& host = hosts[static_cast<std::size_t>(place)];
    const int even = cpus / number + (place < cpus % number ? 1 : 0);
    parts.push_back({host, are_known && cores.count(host) > 0 ? cpus / all * cores.at(host) : even});
  }
  return parts;
}

} // namespace malha
