// SPDX-License-Identifier: MIT
#include "plan_hosts.hpp"

#include "policies/sdk/errors.hpp"
#include "policies/workflow/mean_transfer.hpp"

#include <algorithm>

namespace malha {
namespace {

PlanHosts hosts_of_file(const WorkflowHosts& hosts, const std::string& file, const Parameters& parameters,
                        const Settings& given) {
  std::vector<std::string> foreign{"run_time", "file_size", "producers"};
  for (const auto& spec : parameters_of_hosts())
    foreign.push_back(spec.name);
  for (const auto& name : foreign)
    if (given.count(name) > 0)
      throw InputError("plan: setting " + name + "=" + given.at(name) + ": " + file +
                       " has hosts, with their times and their network; valid: no such setting");
  const auto number = hosts.names.size();
  const int size = static_cast<int>(number);
  const auto mean = workflow::mean_transfer_of(parameters);
  workflow::RunTimes times(size, hosts.rows);
  if (hosts.latencies.size() == 1 && hosts.bandwidths.size() == 1)
    return {hosts.names, std::move(times), {size, hosts.latencies.front(), hosts.bandwidths.front(), mean}};
  const auto rows = [&](const std::vector<double>& values) {
    return values.size() == 1 ? std::vector<double>(number * number, values.front()) : values;
  };
  return {hosts.names, std::move(times), {size, rows(hosts.latencies), rows(hosts.bandwidths), mean}};
}

PlanHosts hosts_of_settings(const Workflow& workflow, const std::string& file, const Parameters& parameters) {
  const auto speeds = parameters.reals("speeds");
  if (speeds.size() > 1 && std::find(speeds.begin(), speeds.end(), 0) != speeds.end())
    throw InputError("plan: a speed of 'speeds' is 0; valid: above 0 flop/s");
  if (speeds.front() == 0)
    throw InputError("plan: " + file +
                     " names no hosts; valid: --set speeds=1e9,5e8, a speed in flop/s for each");
  std::vector<std::string> names;
  for (std::size_t host = 0; host < speeds.size(); ++host)
    names.push_back("host-" + std::to_string(host));
  std::vector<Flops> works;
  for (const auto& task : workflow.tasks)
    works.push_back(work_of(task, parameters.real("reference_speed")));
  return {std::move(names),
          {std::move(works), speeds},
          {static_cast<int>(speeds.size()), parameters.real("latency"), parameters.real("bandwidth"),
           workflow::mean_transfer_of(parameters)}};
}

} // namespace

const std::vector<ParameterSpec>& parameters_of_hosts() {
  static const std::vector<ParameterSpec> all{
      reals("speeds", "0", at_least(0), "flop/s",
            "speed of each host, if the file names none; 0: none is given"),
      real("latency", 0, at_least(0), "s", "between two hosts"),
      real("bandwidth", 1.25e8, above(0), "B/s", "between two hosts"),
      real("reference_speed", 1e9, above(0), "flop/s",
           "speed at which a task takes the run time of the file")};
  return all;
}

PlanHosts plan_hosts(const Workflow& workflow, const std::string& file, const Parameters& parameters,
                     const Settings& given) {
  return workflow.hosts ? hosts_of_file(*workflow.hosts, file, parameters, given)
                        : hosts_of_settings(workflow, file, parameters);
}

} // namespace malha
