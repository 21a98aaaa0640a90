// SPDX-License-Identifier: MIT
// slurm.conf, a file that it may include, and QOSes, each after a line "@ name", are read or refused. What is
// read has nodes with CPUs, and partitions of these nodes in which jobs can run.
#include "bundle.hpp"
#include "scenarios/workload/files/slurm_conf.hpp"
#include "scenarios/workload/files/slurm_qos.hpp"

#include <set>

namespace malha::fuzz::slurm_conf_harness {

void check_conf(const SlurmConf& conf) {
  std::set<std::string> nodes;
  for (const auto& node : conf.nodes) {
    require(node.cpus >= 1 && node.sockets >= 1 && node.memory >= 0, "a node can compute");
    require(nodes.insert(node.name).second, "a node is there once");
  }
  for (const auto& [name, partition] : conf.partitions) {
    require(partition.max_time > 0, "jobs can run in a partition");
    for (const auto& node : partition.nodes)
      require(nodes.count(node) == 1, "nodes of partitions are nodes");
    require(conf.places.count(name) == 1, "it is known where a partition stands");
  }
  for (const auto& [name, count] : conf.licences)
    require(count >= 0, "licences are a count");
  require(keys_without_effect(conf, {}).size() == conf.keys.size() + conf.ignored.size(),
          "each key has an effect or none");
}

void check_qos(const QosFile& said) {
  for (const auto& [name, qos] : said.qos) {
    require(qos.usage_factor >= 0 && qos.limit_factor >= 0, "factors are at least 0");
    for (const auto& other : qos.preempts)
      require(said.qos.count(other) == 1, "preempted QOSes are there");
  }
}

void check(std::string_view text) {
  const auto& folder = scratch_folder();
  unpack(text, {"slurm.conf", "more.conf", "qos.txt"}, folder);
  is_accepted([&] { check_conf(read_slurm_conf(folder / "slurm.conf")); });
  is_accepted([&] { check_qos(read_qos(folder / "qos.txt")); });
}

} // namespace malha::fuzz::slurm_conf_harness

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  malha::fuzz::slurm_conf_harness::check(malha::fuzz::text_of(data, size));
  return 0;
}
