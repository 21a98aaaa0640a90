// SPDX-License-Identifier: MIT
#pragma once
#include "elastisim_formula.hpp"
#include "policies/sdk/quantities.hpp"

#include <filesystem>
#include <optional>

namespace malha::elastisim {

/// What becomes of what Malha does not model: data that are read, written or sent, and GPUs.
enum class Unmodelled { refuse, ignore };

/// What was left out of files, and how often.
using Ignored = std::map<std::string, int>;

/// What each node of a job does in a part of it.
struct Load {
  Flops work = 0;     ///< tasks of type cpu
  Seconds busy = 0;   ///< busy_wait: the node computes, however fast it is
  Seconds waited = 0; ///< idle (or delay): it does nothing

  bool is_empty() const { return !(work > 0) && !(busy > 0) && !(waited > 0); }
};

/// A task of an application model, with the pattern "uniform": each node does all of it. A sequence is a task
/// of tasks, one after the other.
struct ModelTask {
  enum class Kind { cpu, busy_wait, idle, sequence };

  Kind kind = Kind::cpu;
  Formula iterations = Formula(1);
  Formula amount = Formula(0);       ///< flop, or s; not of a sequence
  std::vector<ModelTask> tasks = {}; ///< of a sequence
};

/// Tasks that are done one after the other, and again. Each iteration is a part of the job: before each one
/// but the first is a point at which the number of nodes may change.
struct Phase {
  Formula iterations = Formula(1);
  bool has_points = true;                       ///< its key is scheduling_point
  std::optional<Formula> evolving_request = {}; ///< nodes for which the job asks before each of them
  std::vector<ModelTask> tasks = {};
};

/// An application model of ElastiSim (Özden et al. 2022), which several jobs may share.
struct ApplicationModel {
  std::vector<Phase> phases;
  std::optional<Phase> on_init;            ///< done once, at the start
  std::optional<Phase> on_reconfiguration; ///< done at each change, by all nodes
  std::optional<Phase> on_expansion;       ///< done when nodes are added, by those alone
};

/// Reads an application model. Throws InputError, with the place, on what is wrong and on what Malha cannot
/// run: patterns other than "uniform", unknown types, and, unless it is ignored and counted in `ignored`,
/// what moves data or needs GPUs.
ApplicationModel read_model(const std::filesystem::path& file, Unmodelled unmodelled, Ignored& ignored);

/// What each node does in one iteration of the phase, for these values of names; they must have num_nodes.
/// Numbers of iterations are rounded down, as ElastiSim does. Throws InputError, "formula '…' …; valid: …".
Load load_of(const Phase& phase, const Names& names);

} // namespace malha::elastisim
