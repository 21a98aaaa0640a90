// SPDX-License-Identifier: MIT
#include "lublin_takes.hpp"

#include "policies/sdk/device_counts.hpp"
#include "policies/sdk/errors.hpp"
#include "policies/sdk/split.hpp"

#include <boost/random/uniform_01.hpp>
#include <boost/random/uniform_int_distribution.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

namespace malha::lublin {
namespace {

const char* const one_gpu = "gpu:1";

[[noreturn]] void refuse_take(const Parameters& given, const std::string& name, const std::string& why) {
  throw InputError("setting workload." + name + "=" + given.text(name) + ": " + why);
}

std::vector<int> cores_in(const Parameters& given) {
  std::vector<int> cores;
  const auto values = given.reals("cores");
  for (const double value : values) {
    if (value != std::floor(value) || (value == 0 && values.size() > 1))
      refuse_take(given, "cores", "valid: whole numbers of cores, such as 4,8, or 0 alone");
    cores.push_back(static_cast<int>(value));
  }
  return cores;
}

/// What each of the texts between '/' says.
std::vector<Take> devices_in(const Parameters& given) {
  std::vector<Take> all;
  for (const auto& one : split(given.text("devices"), '/')) {
    Demands demands;
    try {
      demands.devices = device_counts(one);
    } catch (const std::invalid_argument& error) {
      refuse_take(given, "devices", error.what());
    }
    const auto& counts = demands.devices;
    if (std::none_of(counts.begin(), counts.end(), [](const auto& count) { return count.second > 0; }))
      refuse_take(given, "devices", "'" + one + "' is no device; valid: such as gpu:1/gpu:a100:2");
    all.push_back({0, one, std::make_shared<const Demands>(std::move(demands))});
  }
  return all;
}

/// Nothing that a user sets may be without effect.
void check_share(const Parameters& given) {
  if (given.real("device_share") > 0)
    return;
  const std::string why = "no job asks for devices; valid with workload.device_share above 0";
  if (given.text("devices") != one_gpu)
    refuse_take(given, "devices", why);
  if (given.integer("device_nodes") > 0)
    refuse_take(given, "device_nodes", why);
  if (!given.text("device_partition").empty())
    refuse_take(given, "device_partition", why);
}

template <class Value>
const Value& any_of(const std::vector<Value>& values, RandomStreams::Engine& engine) {
  return values[boost::random::uniform_int_distribution<std::size_t>(0, values.size() - 1)(engine)];
}

} // namespace

Takes::Takes(const Parameters& given, int nodes, RandomStreams& random)
    : cores_(cores_in(given)), with_devices_(devices_in(given)), share_(given.real("device_share")),
      device_nodes_(static_cast<int>(given.integer("device_nodes"))),
      cores_engine_(random.stream("workload.cores")), share_engine_(random.stream("workload.device_share")),
      devices_engine_(random.stream("workload.devices")) {
  check_share(given);
  if (device_nodes_ > nodes)
    refuse_take(given, "device_nodes",
                "the machine has " + std::to_string(nodes) + " nodes; valid: at most as many");
}

Take Takes::next() {
  const bool has_devices = boost::random::uniform_01<>()(share_engine_) < share_;
  const auto& devices = any_of(with_devices_, devices_engine_);
  Take take;
  if (has_devices)
    take = devices;
  take.cores = any_of(cores_, cores_engine_);
  return take;
}

std::vector<ParameterSpec> Takes::parameters() {
  return {
      reals("cores", "0", between(0, 1e6), "count",
            "cores that a job takes on each of its nodes, all numbers as likely (allocation=core); 0: jobs "
            "take whole nodes"),
      real("device_share", 0, between(0, 1), "1", "share of the jobs that ask for devices"),
      text("devices", one_gpu,
           "what these take on each of their nodes: with '/' between them, all as likely, such as "
           "gpu:1/gpu:a100:2"),
      integer("device_nodes", 0, between(0, 1e6), "count",
              "they are as large as jobs on a machine of that size; 0: as all jobs"),
      text("device_partition", "", "the partition that they name")};
}

} // namespace malha::lublin
