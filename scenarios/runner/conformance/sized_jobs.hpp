// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/errors.hpp"
#include "queue_run.hpp"
#include "views.hpp"

#include <cmath>
#include <set>

namespace malha::conformance {

/// On how many nodes a job of a view may run.
struct GivenSizes {
  struct Ask {
    int after_part = 1, nodes = 1;
  };

  std::string kind = "rigid";
  int min = 0, max = 0; ///< 0: its size
  std::string law = "linear";
  int parts = 1; ///< 0: its nodes may change at any date
  Seconds grow = 0, shrink = 0;
  std::vector<Ask> asks;

  /// Names the members of a job. A job that is drawn has none unless `is_sized`.
  void fields(Fields& of_job, Draw& draw, bool is_sized, int size, int nodes) {
    if (!of_job.has("kind", is_sized))
      return;
    constexpr std::array kinds{"rigid", "moldable", "malleable", "malleable", "evolving", "adaptive"};
    constexpr std::array laws{"linear", "linear", "amdahl:0.9", "power:0.5", "downey:4:1", "table:1=60/3=25"};
    const std::string drawn_kind = one_of(kinds, draw);
    const bool is_fixed = drawn_kind == "rigid";
    of_job("kind", kind, drawn_kind);
    of_job("min", min, from(0, 1e6), is_fixed ? size : draw.integer(1, size));
    of_job("max", max, from(0, 1e6), is_fixed ? size : draw.integer(size, nodes + 2));
    of_job("law", law, std::string(one_of(laws, draw)));
    of_job("parts", parts, from(0, 1e6), draw.one_in(6) ? 0 : draw.integer(1, 8));
    of_job("grow", grow, from(0, 1e9), draw.one_in(2) ? 0 : draw.integer(1, 20));
    of_job("shrink", shrink, from(0, 1e9), draw.one_in(2) ? 0 : draw.integer(1, 20));
    draw_asks(draw);
    of_job.list("asks", asks, [](Fields& of_ask, Ask& ask) {
      of_ask("after_part", ask.after_part, from(1, 1e6), ask.after_part);
      of_ask("nodes", ask.nodes, from(1, 1e6), ask.nodes);
    });
  }

  /// Gives the sizes to a rigid job, of which there is one task. Throws NoView unless they are valid.
  void give_to(Job& job) const {
    if (kind == "rigid" && min == 0 && max == 0)
      return;
    try {
      job.sizes = std::make_shared<const Malleability>(sizes_of(job.tasks.front()));
    } catch (const InputError& error) {
      throw NoView("job " + std::to_string(job.id) + ": " + error.what());
    }
  }

private:
  template <class Words>
  static const char* one_of(const Words& words, Draw& draw) {
    return words[static_cast<std::size_t>(draw.integer(0, static_cast<int>(words.size()) - 1))];
  }

  void draw_asks(Draw& draw) {
    const auto known = job_kind_of(kind);
    for (int part = 1; part < parts && known && may_ask(*known); ++part)
      if (draw.one_in(2))
        asks.push_back({part, draw.integer(min, max)});
  }

  Malleability sizes_of(const Task& task) const {
    const auto known = job_kind_of(kind);
    if (!known)
      throw InputError("kind '" + kind + "'; valid: rigid, moldable, malleable, evolving, adaptive");
    Malleability sizes;
    sizes.kind = *known;
    sizes.pref = task.resources;
    sizes.min = min == 0 ? sizes.pref : std::min(min, sizes.pref);
    sizes.max = std::max(max, sizes.pref);
    sizes.law = SpeedUp::read(law);
    sizes.parts = parts == 0 ? JobSizes::any_date : parts;
    sizes.cost = {grow, shrink};
    sizes.set_run_at_pref(task.length);
    for (const auto& [part, nodes] : asks)
      if (sizes.asks.empty() || part > sizes.asks.back().after_part)
        sizes.asks.push_back({part, nodes});
    clip_asks(sizes);
    check(sizes);
    return sizes;
  }
};

/// Which nodes jobs have over time, in the run of a policy that resizes, and whether that keeps the rules:
/// a number of nodes that the job may have, changes of jobs that may change, no node of two jobs, and as much
/// work as there is.
class SizesOfRun : public cluster::Listener {
public:
  void started(const cluster::LiveJob& job, const cluster::Start&) override {
    legs_[job.task.id] = {{job.start, 0, job.nodes, 0}};
  }
  void resized(const cluster::LiveJob& job, const cluster::SizeChange& change) override {
    legs_[job.task.id].push_back({change.date, change.pause, job.nodes, change.wanted});
  }

  /// Of each leg of the job its date, its nodes, and the pause with which it begins.
  Json legs_of(TaskId id) const {
    Json rows = Json::array();
    if (const auto found = legs_.find(id); found != legs_.end())
      for (const auto& leg : found->second)
        rows.push_back({number(leg.date), leg.nodes.text(), number(leg.pause)});
    return rows;
  }

  /// The rule that the run of these jobs, which are in the order of their ids, breaks; "": none.
  std::string broken_rule(const std::vector<Job>& jobs, const std::vector<BatchRow>& rows) const {
    std::vector<Turn> turns;
    for (const auto& row : rows) {
      const auto found = legs_.find(row.id);
      if (row.dropped || found == legs_.end())
        continue;
      const auto& job = jobs.at(static_cast<std::size_t>(row.id));
      if (const auto what = broken_by(job, found->second, row); !what.empty())
        return "job " + std::to_string(row.id) + what;
      for (std::size_t i = 0; i < found->second.size(); ++i) {
        const auto& leg = found->second[i];
        const Seconds end = i + 1 < found->second.size() ? found->second[i + 1].date : row.finish;
        if (end > leg.date) {
          turns.push_back({leg.date, true, row.id, &leg.nodes});
          turns.push_back({end, false, row.id, &leg.nodes});
        }
      }
    }
    return broken_by(turns);
  }

private:
  struct Leg {
    Seconds date, pause;
    IndexSet nodes;
    int wanted; ///< for which the job asked when the leg began; 0: it did not
  };
  /// A job gets nodes, or gives them back.
  struct Turn {
    Seconds date;
    bool gets;
    TaskId job;
    const IndexSet* nodes;
  };

  static std::string broken_by(const Job& job, const std::vector<Leg>& legs, const BatchRow& row) {
    const int pref = job.tasks.front().resources;
    const auto rigid = Malleability();
    const auto& sizes = job.sizes != nullptr ? *job.sizes : rigid;
    const int min = job.sizes != nullptr ? sizes.min : pref, max = job.sizes != nullptr ? sizes.max : pref;
    for (const auto& leg : legs)
      if (leg.nodes.size() < min || leg.nodes.size() > max)
        return " has " + std::to_string(leg.nodes.size()) + " nodes, and it may have " + std::to_string(min) +
               " to " + std::to_string(max);
    for (std::size_t i = 1; i < legs.size(); ++i)
      if (!obeys(sizes.kind) && legs[i].wanted == 0)
        return std::string(" is ") + name_of(sizes.kind) + ", and gets other nodes without asking";
    if (job.sizes == nullptr)
      return "";
    double done = 0;
    for (std::size_t i = 0; i < legs.size(); ++i) {
      const Seconds end = i + 1 < legs.size() ? legs[i + 1].date : row.finish;
      done += std::max(Seconds{0}, end - legs[i].date - legs[i].pause) / sizes.run_time(legs[i].nodes.size());
    }
    constexpr double rounding = 1e-9;
    if (done > 1 + rounding || (!row.killed && done < 1 - rounding))
      return " has done " + std::to_string(done) + " of its work";
    return "";
  }

  static std::string broken_by(std::vector<Turn>& turns) {
    std::sort(turns.begin(), turns.end(), [](const Turn& a, const Turn& b) {
      return std::tie(a.date, a.gets, a.job) < std::tie(b.date, b.gets, b.job);
    });
    IndexSet used;
    for (const auto& turn : turns) {
      if (turn.gets && used.intersects(*turn.nodes))
        return "job " + std::to_string(turn.job) + " has nodes of others among " + turn.nodes->text();
      if (turn.gets)
        used.insert(*turn.nodes);
      else
        used.remove(*turn.nodes);
    }
    return "";
  }

  std::map<TaskId, std::vector<Leg>> legs_; ///< by job, of its last run
};

} // namespace malha::conformance
