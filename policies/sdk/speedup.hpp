// SPDX-License-Identifier: MIT
#pragma once
#include "quantities.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace malha {

/// How much faster a job is on several nodes than on one: its law of speed-up, S(n). The laws are those of
/// Amdahl 1967, Downey 1997 (UCB/CSD-97-933), and powers as in heSRPT (Berg et al., arXiv 1903.09346). A
/// small value, which is cheap to copy.
class SpeedUp {
public:
  enum class Law : std::uint8_t { linear, amdahl, power, table, downey };

  /// A measured run time on so many nodes.
  struct Measured {
    int nodes;
    Seconds time;
  };

  /// S(n) = n.
  SpeedUp() = default;

  // The functions that make laws throw InputError, with what is valid, on values out of range.

  /// S(n) = 1 / ((1 - f) + f / n). `parallel` is f, the share of the work that can be divided, from 0 to 1.
  static SpeedUp amdahl(double parallel);
  /// S(n) = n^p, with `exponent` p from 0 to 1.
  static SpeedUp power(double exponent);
  /// Measured run times, by ascending numbers of nodes. On a number between two, or above the last, the job
  /// takes the time of the next smaller one (ours). It cannot run on fewer nodes than the first number m,
  /// where S is 0. S(m) = m: nothing is known of fewer nodes, so that m of them count as fully used (ours).
  static SpeedUp table(const std::vector<Measured>& times);
  /// The law of Downey 1997 for a job of `parallelism` A at least 1, on average, whose variance has the
  /// coefficient `variance` (sigma) at least 0. S grows to A and stays there.
  static SpeedUp downey(double parallelism, double variance);

  /// The law of a text as users write it: "linear", "amdahl:.95", "power:.8", "downey:32:1",
  /// "table:1=100/2=60". Throws InputError, "speed-up law '…' …; valid: …", to which the caller adds the
  /// place.
  static SpeedUp read(const std::string& text);

  Law law() const { return law_; }
  /// S on that number of nodes, at least 1. 0: the job cannot run there.
  double at(int nodes) const;
  /// Whether the job can run on so few nodes.
  bool runs_on(int nodes) const { return at(nodes) > 0; }
  /// S(n) / n: the share of the nodes that is put to use.
  double efficiency(int nodes) const { return at(nodes) / static_cast<double>(nodes); }
  /// The law as `read` takes it, with the shortest numbers that read back exactly.
  std::string text() const;

private:
  SpeedUp(Law law, double first, double second = 0) : law_(law), first_(first), second_(second) {}

  double downey_at(double nodes) const;
  double table_at(int nodes) const;

  Law law_ = Law::linear;
  double first_ = 0, second_ = 0; ///< the numbers of the law, in the order of its text
  std::shared_ptr<const std::vector<Measured>> times_;
};

/// The same law with the same numbers.
bool operator==(const SpeedUp& a, const SpeedUp& b);
inline bool operator!=(const SpeedUp& a, const SpeedUp& b) { return !(a == b); }

/// The work of a job that takes `time` on so many nodes: T S(n), its time on one node.
inline Seconds work_of(const SpeedUp& law, Seconds time, int nodes) { return time * law.at(nodes); }

/// The run time of that work on so many nodes: W / S(n); `never` where the job cannot run.
inline Seconds run_time_of(const SpeedUp& law, Seconds work, int nodes) {
  const double speed_up = law.at(nodes);
  return speed_up > 0 ? work / speed_up : never;
}

/// The run time on `nodes` of a job that takes `time` on `before` of them: T S(b) / S(n), and T itself, to
/// the last digit, on as many.
inline Seconds run_time_on(const SpeedUp& law, Seconds time, int before, int nodes) {
  return nodes == before ? time : run_time_of(law, work_of(law, time, before), nodes);
}

} // namespace malha
