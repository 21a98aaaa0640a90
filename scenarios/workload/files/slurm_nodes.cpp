// SPDX-License-Identifier: MIT
// The keys of slurm.conf that are about nodes.
#include "slurm_conf_keys.hpp"

namespace malha {
namespace {

constexpr int most_cpus = 1000000; // of a node, as of any host

int node_count_in(const SlurmValue& value) { return static_cast<int>(value.whole(1, most_cpus)); }

void take_node_gres(SlurmNodeDraft& draft, const SlurmValue& value) {
  auto found = value.gres();
  draft.node.gres = std::move(found.counts);
  if (found.has_no_consume)
    draft.ignored.emplace_back("NodeName.Gres=no_consume");
}

void take_features(SlurmNodeDraft& draft, const SlurmValue& value) { draft.node.features = value.list(); }

void take_cpus(SlurmNodeDraft& draft, const SlurmValue& value) { draft.cpus = node_count_in(value); }

void take_sockets(SlurmNodeDraft& draft, const SlurmValue& value) { draft.sockets = node_count_in(value); }

} // namespace

const KeysOf<SlurmNodeDraft>& slurm_node_keys() {
  static const KeysOf<SlurmNodeDraft> keys{
      {"Boards", [](SlurmNodeDraft& draft, const SlurmValue& value) { draft.boards = node_count_in(value); }},
      {"CPUs", take_cpus},
      {"CoresPerSocket",
       [](SlurmNodeDraft& draft, const SlurmValue& value) { draft.cores = node_count_in(value); }},
      {"Feature", take_features},
      {"Features", take_features},
      {"Gres", take_node_gres},
      {"Procs", take_cpus},
      {"RealMemory",
       [](SlurmNodeDraft& draft, const SlurmValue& value) { draft.node.memory = value.memory(); }},
      {"Sockets", take_sockets},
      {"SocketsPerBoard", take_sockets},
      {"State",
       [](SlurmNodeDraft& draft, const SlurmValue& value) {
         draft.node.state =
             value.word_of({"UNKNOWN", "CLOUD", "DOWN", "DRAIN", "FAIL", "FAILING", "FUTURE", "IDLE"});
       }},
      {"ThreadsPerCore",
       [](SlurmNodeDraft& draft, const SlurmValue& value) { draft.threads = node_count_in(value); }},
      {"Weight", [](SlurmNodeDraft& draft, const SlurmValue& value) {
         draft.node.weight = value.whole(0, 4294967294);
       }}};
  return keys;
}

SlurmNode node_of(const SlurmNodeDraft& draft) {
  auto node = draft.node;
  const std::int64_t cores = draft.cores.value_or(1), threads = draft.threads.value_or(1);
  const std::int64_t in_a_socket = cores * threads;
  std::int64_t sockets = draft.sockets.value_or(1);
  if (!draft.sockets && !draft.boards && draft.cpus) // Slurm takes what fits to the number of CPUs
    sockets = std::max<std::int64_t>(1, *draft.cpus / in_a_socket);
  sockets *= draft.boards.value_or(1);
  const std::int64_t all = sockets * in_a_socket, cpus = draft.cpus.value_or(0);
  if (sockets > most_cpus || in_a_socket > most_cpus || all > most_cpus)
    throw std::invalid_argument("a node has " + std::to_string(all) + " CPUs; valid: at most " +
                                std::to_string(most_cpus));
  if (draft.cpus && cpus != all && cpus != sockets * cores && cpus != sockets)
    throw std::invalid_argument("CPUs is '" + std::to_string(cpus) + "'; valid: the number of sockets, " +
                                std::to_string(sockets) + ", that of cores, " +
                                std::to_string(sockets * cores) + ", or that of threads, " +
                                std::to_string(all));
  node.cpus = static_cast<int>(draft.cpus ? cpus : all);
  node.sockets = static_cast<int>(sockets);
  node.cores = static_cast<int>(cores);
  node.threads = static_cast<int>(threads);
  return node;
}

} // namespace malha
