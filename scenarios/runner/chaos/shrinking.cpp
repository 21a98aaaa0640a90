// SPDX-License-Identifier: MIT
#include "shrinking.hpp"

#include "policies/sdk/numbers.hpp"

#include <algorithm>

namespace malha::chaos {
namespace {

constexpr std::size_t most_cases = 300;

/// A parameter that makes an instance larger or smaller.
struct Size {
  std::string key; ///< as a setting
  std::int64_t value;
  std::int64_t least;
};

void add_size(const Parameters& parameters, const std::vector<ParameterSpec>& specs,
              const std::string& prefix, const std::string& name, std::int64_t least,
              std::vector<Size>& sizes) {
  for (const auto& spec : specs)
    if (spec.name == name)
      if (const auto value = parse_number<std::int64_t>(parameters.text(name)))
        sizes.push_back({prefix + name, *value, least});
}

/// What can be made smaller, in the order in which it is tried.
std::vector<Size> sizes_of(const SimulationPlan& plan) {
  std::vector<Size> sizes;
  const auto& workload = plan.workload;
  for (const auto* name : {"jobs", "bags", "tasks"})
    add_size(workload.parameters, workload.generator->parameters, "workload.", name, 1, sizes);
  if (const auto* generated = std::get_if<PlatformSource::Generated>(&plan.platform.from))
    add_size(generated->parameters, generated->generator->parameters, "platform.", "hosts", 2, sizes);
  return sizes;
}

/// The smaller instances that are tried next, the smallest of each parameter first.
std::vector<RunRequest> smaller_than(const Instance& instance) {
  std::vector<RunRequest> requests;
  for (const auto& [key, value, least] : sizes_of(instance.plan)) {
    std::set<std::int64_t> values{least, value / 2, value - 1};
    for (const auto next : values)
      if (next >= least && next < value) {
        requests.push_back(instance.request);
        requests.back().settings[key] = std::to_string(next);
      }
  }
  return requests;
}

/// The first case of the instance that fails; nothing where none does, or where it does not run.
std::optional<FailingCase> failing_in(const Library& library, const RunRequest& request,
                                      const SweepRequest& cases, int workers) {
  try {
    auto instance = instance_of(library, request, environment_of(cases));
    const auto record = record_of(instance);
    limit_time(instance, record);
    const auto swept = sweep(instance, record, cases, workers);
    if (swept.first_failed)
      return FailingCase{std::move(instance), swept.first_failed->of.faults, swept.first_failed->why};
  } catch (const InputError&) { // too small to be an instance
  }
  return std::nullopt;
}

} // namespace

FailingCase shrunk(const Library& library, FailingCase failing, SweepRequest request, int workers) {
  request.most = std::min(request.most, most_cases);
  for (bool is_smaller = true; is_smaller;) {
    is_smaller = false;
    for (const auto& smaller : smaller_than(failing.instance))
      if (auto found = failing_in(library, smaller, request, workers)) {
        failing = std::move(*found);
        is_smaller = true;
        break;
      }
  }
  if (request.pairs) {
    request.pairs = false;
    if (auto found = failing_in(library, failing.instance.request, request, workers))
      failing = std::move(*found);
  }
  return failing;
}

} // namespace malha::chaos
