// SPDX-License-Identifier: MIT
#pragma once
#include "random_streams.hpp"
#include "speedup.hpp"

#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace malha {

/// Who chooses how many nodes a job gets, and whether the number changes while it runs. The first four words
/// are those of Feitelson and Rudolph 1996, the last one is ElastiSim's.
enum class JobKind : std::uint8_t {
  rigid,     ///< its user, and it stays
  moldable,  ///< the scheduler when it starts, and it stays
  malleable, ///< the scheduler, also while it runs; the job obeys
  evolving,  ///< the scheduler when it starts; then the job asks for another number, and may be refused
  adaptive   ///< both
};

/// The word for it in files: "rigid", "moldable", …
const char* name_of(JobKind kind);
/// The kind of that name, in small letters or capitals; nothing for any other text.
std::optional<JobKind> job_kind_of(std::string_view name);
/// Whether the scheduler may give a running job of that kind other nodes without its request.
inline bool obeys(JobKind kind) { return kind == JobKind::malleable || kind == JobKind::adaptive; }
/// Whether a running job of that kind may ask for other nodes.
inline bool may_ask(JobKind kind) { return kind == JobKind::evolving || kind == JobKind::adaptive; }

/// A request of a running job for that many nodes in all, when that many of its parts are done.
struct SizeRequest {
  int after_part;
  int nodes;
};

/// The requests of a text such as "1:3 2:1": after part 1 three nodes, after part 2 one. "": none. Throws
/// InputError, "asks '…' …; valid: …", to which the caller adds the place.
std::vector<SizeRequest> read_asks(const std::string& text);
/// The same as text.
std::string text_of(const std::vector<SizeRequest>& asks);

/// How long a job holds its new nodes after a change of their number, and computes nothing. Its start is no
/// change.
struct ResizeCost {
  Seconds grow = 0, shrink = 0;
};

/// A cost of moving data, the same in both directions: `bytes` over a `bandwidth` in B/s above 0.
inline ResizeCost cost_of_data(Bytes bytes, double bandwidth) {
  return {bytes / bandwidth, bytes / bandwidth};
}

/// On how many nodes a job may run, and when that may change, as its scheduler knows it. The work is divided
/// into equal parts. Each part runs on one number of nodes; between two parts is a point, at which it may
/// change (ElastiSim: a scheduling point between iterations).
struct JobSizes {
  static constexpr int any_date = std::numeric_limits<int>::max(); ///< "parts=inf", for theory (ours)

  JobKind kind = JobKind::rigid;
  int min = 1, pref = 1, max = 1; ///< nodes; `pref` is what its user would ask for
  SpeedUp law;
  int parts = 1; ///< `any_date`: its nodes may change at any date
  ResizeCost cost;

  /// Its run time on that many nodes, as a multiple of the one on `pref`: S(pref) / S(n), and 1 on `pref`.
  double stretch(int nodes) const { return nodes == pref ? 1 : law.at(pref) / law.at(nodes); }
};

/// The sizes of a job, what it computes, and what it will ask for while it runs.
struct Malleability : JobSizes {
  Seconds work = 0;              ///< on one node of the reference speed
  Seconds run_at_pref = 0;       ///< the same as a run time on `pref` nodes
  std::vector<SizeRequest> asks; ///< by ascending parts

  /// Sets the work, or the run time on `pref` nodes, and the other one with it. Sizes and law are set before.
  void set_work(Seconds amount);
  void set_run_at_pref(Seconds time);
  /// How long it runs on that many nodes throughout: W / S(n), and on `pref` the run time that was given, to
  /// the last digit.
  Seconds run_time(int nodes) const { return nodes == pref ? run_at_pref : run_time_of(law, work, nodes); }
};

/// What its user would ask for where nothing says so: (min + max) / 2, rounded down (Posner, Hupfeld,
/// Finnerty 2023).
inline int usual_pref(int min, int max) { return min + (max - min) / 2; }

/// Throws InputError, such as "has min 3 above pref 2; valid: …", to which the caller adds the place, on
/// sizes that do not ascend from 1, a rigid job with several sizes, no work, a law under which it cannot run
/// on `min` nodes, no parts, a cost below 0, and requests of a kind that never asks, of no point between two
/// parts, or beyond the sizes.
void check(const Malleability& job);

/// Moves requests beyond the sizes to the nearest size, as ElastiSim does by default
/// (`clip_evolving_requests`). Returns how many it has moved.
int clip_asks(Malleability& job);

/// The smallest, preferred and largest number of nodes.
struct SizeBounds {
  int min, pref, max;
};

/// Efficiencies S(n) / n above which sizes count (the generator of ProjectWagomu, MalleableJobScheduling).
struct EfficiencyBounds {
  double min = 0.95, max = 0.5;
};

/// Bounds for a job of which a trace says only `pref`: `min` is the largest number of nodes that has an
/// efficiency above 0.95, `max` the largest one above 0.5, up to the first that has not and to `most`; both
/// down to a power of two, and then so that min <= pref <= max.
SizeBounds bounds_by_efficiency(const SpeedUp& law, int pref, int most, const EfficiencyBounds& above = {});

/// Of these parallel shares of Amdahl's law the one with the least efficiency on `pref` nodes above that
/// bound; the first of several. The largest share if none is above. `shares` is not empty.
double parallel_share_for(int pref, const std::vector<double>& shares, double above = 0.8);

/// Parts of about `every` seconds for a job that runs for that time: rounded down, from 1 to `most` (60 s and
/// at most 1000 in Posner et al.). `every` is above 0.
int parts_of(Seconds run_time, Seconds every, int most = 1000);

/// Draws whether the next job is one of the share that may change. It draws one number whatever the share, so
/// that those of a smaller share are among those of a larger one under the same seed.
bool draw_share(RandomEngine& random, double share);

} // namespace malha
