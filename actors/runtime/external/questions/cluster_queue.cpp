// SPDX-License-Identifier: MIT
#include "actors/runtime/external/changed_jobs.hpp"
#include "actors/runtime/external/external_question.hpp"

#include <tuple>

namespace malha::external {
namespace {

struct WaitingRow {
  cluster::JobHandle handle;
  TaskId id;
  Seconds submitted, walltime;
  double priority;
  Seconds eligible; ///< later, once the job was requeued

  static WaitingRow of(const cluster::QueuedJob& job) {
    return {job.handle, job.id, job.submitted, job.walltime, job.priority, cluster::eligible_since(job)};
  }
  friend bool operator==(const WaitingRow& a, const WaitingRow& b) {
    return std::tie(a.handle, a.id, a.submitted, a.walltime, a.priority, a.eligible) ==
           std::tie(b.handle, b.id, b.submitted, b.walltime, b.priority, b.eligible);
  }
  friend bool operator<(const WaitingRow& a, const WaitingRow& b) {
    return std::tuple(-a.priority, a.submitted, a.id) < std::tuple(-b.priority, b.submitted, b.id);
  }
};

struct RunningRow {
  cluster::JobHandle handle;
  TaskId id;
  Seconds expected_end;

  static RunningRow of(const cluster::Release& job) { return {job.handle, job.id, job.expected_end}; }
  friend bool operator==(const RunningRow& a, const RunningRow& b) {
    return std::tie(a.handle, a.id, a.expected_end) == std::tie(b.handle, b.id, b.expected_end);
  }
  friend bool operator<(const RunningRow& a, const RunningRow& b) {
    return std::tie(a.expected_end, a.id) < std::tie(b.expected_end, b.id);
  }
};

class ExternalQueue : public Elsewhere<cluster::Queue> {
public:
  using Elsewhere::Elsewhere;

  cluster::Decision decide(const cluster::QueueView& view) override {
    return there().ask(
        "decide", [&](JsonLine& line) { line.object("view", [&](JsonLine& one) { write_view(one, view); }); },
        [this](const Answer& answer) { return decision_in(answer); });
  }
  bool places_tasks() const override { return there().says("places_tasks", false); }
  bool plans_ahead() const override { return there().says("plans_ahead", true); }
  bool heeds_order_of_queue() const override { return there().says("heeds_order_of_queue", true); }
  bool takes_predictions() const override { return there().says("takes_predictions", true); }
  bool heeds_nodes() const override { return there().says("heeds_nodes", false); }
  bool heeds_stock() const override { return there().says("heeds_stock", false); }
  bool heeds_weights() const override { return there().says("heeds_weights", false); }
  bool heeds_cap() const override { return there().says("heeds_cap", false); }

private:
  void write_view(JsonLine& line, const cluster::QueueView& view) {
    const bool changes_only = there().wants_changes();
    line.member("now", view.now);
    line.member("nodes", view.nodes);
    line.member("free", view.free);
    line.member("down", view.down);
    line.member("explain", view.explain);
    waiting_.write(line, "queue", view.queue, changes_only, write_job);
    running_.write(line, "running", view.running, changes_only, write_release);
    line.object("changes", [&](JsonLine& one) { write_changes(one, view.changes); });
    write_shared(line, view.shared);
    if (view.free_stock != nullptr)
      line.member("free_stock", *view.free_stock);
    if (view.power != nullptr)
      line.object("power", [&](JsonLine& one) { write_power(one, *view.power); });
    if (!std::exchange(has_shown_the_rest_, changes_only))
      write_what_stays(line, view);
  }

  static void write_power(JsonLine& line, const cluster::PowerView& power) {
    line.member("now", power.now);
    line.member("idle", power.idle);
    line.member("extra", power.extra);
    if (power.cap == nullptr)
      return;
    line.list("cap", power.cap->steps(), [](JsonLine& one, const StepSeries::Step& step) {
      one.member("date", step.date);
      one.member("value", step.value);
    });
    line.member("cap_period", power.cap->period().value_or(never));
  }

  /// Once, if it wants to be told of changes only.
  static void write_what_stays(JsonLine& line, const cluster::QueueView& view) {
    write_machines(line, view.machines);
    write_site(line, view.site);
    if (view.windows != nullptr)
      line.list("windows", *view.windows, [](JsonLine& one, const cluster::Window& window) {
        one.member("name", window.name);
        one.member("from", window.from);
        one.member("until", window.until);
        one.member("nodes", window.nodes);
        one.member("is_maintenance", window.is_maintenance);
      });
    if (view.resources != nullptr)
      line.member("resources", *view.resources);
    if (view.stock != nullptr)
      line.member("stock", *view.stock);
    if (view.weights != nullptr)
      line.member("weights", *view.weights);
  }

  /// What has not happened is left out.
  static void write_changes(JsonLine& line, const cluster::Changes& changes) {
    if (!changes.arrived.empty()) {
      std::vector<cluster::JobHandle> arrived;
      for (const auto& job : changes.arrived)
        arrived.push_back(job.handle);
      line.member("arrived", arrived);
    }
    if (!changes.ended.empty())
      line.list("ended", changes.ended, write_release);
    if (!changes.withdrawn.empty())
      line.member("withdrawn", changes.withdrawn);
    for (const auto& [name, has_happened] :
         {std::pair("promises_void", changes.promises_void),
          std::pair("new_priorities", changes.new_priorities), std::pair("reordered", changes.reordered)})
      if (has_happened)
        line.member(name, true);
  }

  cluster::Decision decision_in(const Answer& answer) {
    answer.allow({"start", "stop", "drop", "moved", "deallocated", "reasons", "wake"});
    cluster::Decision decision;
    answer.each("start", [&](const Answer& one) { decision.start.push_back(start_in(one)); });
    answer.each("stop", [&](const Answer& one) {
      one.allow({"job", "requeue"});
      decision.stop.push_back({handle_of(one, "job"), one.flag("requeue", false)});
    });
    answer.each("drop", [&](const Answer& one) { decision.drop.push_back(handle_of(one)); });
    answer.each("moved", [&](const Answer& one) {
      one.allow({"job", "fragment", "from", "to"});
      decision.moved.push_back(
          {handle_of(one, "job"), one.index("fragment"), one.index("from"), one.index("to")});
    });
    answer.each("deallocated", [&](const Answer& one) { decision.deallocated.push_back(handle_of(one)); });
    answer.each("reasons", [&](const Answer& one) {
      one.allow({"job", "code", "date"});
      const auto& code = *codes_.insert(one.text("code")).first;
      decision.reasons.push_back({handle_of(one, "job"), code.c_str(), one.real("date", never)});
    });
    decision.wake = answer.real("wake", never);
    return decision;
  }

  static cluster::Start start_in(const Answer& answer) {
    answer.allow({"job", "nodes", "machines"});
    cluster::Start start{handle_of(answer, "job"), {}, {}};
    answer.each("nodes", [&](const Answer& one) { insert(start.nodes, one); });
    answer.each("machines", [&](const Answer& one) { start.machines.push_back(one.index()); });
    return start;
  }

  /// Adds an interval, [first, last].
  static void insert(IndexSet& nodes, const Answer& interval) {
    std::vector<int> ends;
    interval.each([&](const Answer& end) { ends.push_back(end.index()); });
    constexpr int most = 1 << 30;
    if (ends.size() != 2 || ends[0] < 0 || ends[1] < ends[0] || ends[1] > most)
      interval.fail("an interval of nodes, [first, last]");
    const IndexSet added(ends[0], ends[1] - ends[0] + 1);
    for (const auto& known : nodes.intervals())
      if (known.first <= ends[1] && ends[0] <= known.last)
        interval.fail("nodes that were not given before");
    nodes.insert(added);
  }

  ChangedJobs<WaitingRow> waiting_;
  ChangedJobs<RunningRow> running_;
  bool has_shown_the_rest_ = false;
  std::set<std::string> codes_; ///< decisions refer to them
};

} // namespace

MALHA_EXTERNAL(external_question<ExternalQueue>({"decide"}, {},
                                                {"places_tasks", "plans_ahead", "heeds_order_of_queue",
                                                 "takes_predictions", "heeds_nodes", "heeds_stock",
                                                 "heeds_weights", "heeds_cap"}))

} // namespace malha::external
