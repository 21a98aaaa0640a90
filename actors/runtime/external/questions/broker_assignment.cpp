// SPDX-License-Identifier: MIT
#include "policies/broker/assignment.hpp"

#include "actors/runtime/external/cluster_json.hpp"
#include "actors/runtime/external/external_question.hpp"

namespace malha::external {
namespace {

class ExternalAssign : public Elsewhere<broker::Assign> {
public:
  using Elsewhere::Elsewhere;

  std::vector<broker::Assignment> assign(const broker::AssignmentView& view) override {
    return there().ask(
        "assign", [&](JsonLine& line) { line.object("view", [&](JsonLine& one) { write_view(one, view); }); },
        [](const Answer& answer) {
          std::vector<broker::Assignment> assignments;
          answer.each([&](const Answer& one) {
            one.allow({"task", "resource"});
            assignments.push_back({one.integer("task"), one.index("resource")});
          });
          return assignments;
        });
  }

private:
  static void write_view(JsonLine& line, const broker::AssignmentView& view) {
    line.member("now", view.now);
    line.list("waiting", view.waiting, [&](JsonLine& one, const Task& task) {
      write_task(one, task);
      if (view.dags != nullptr)
        write_dag_times(one, view, task);
    });
    line.list("running", view.running, [](JsonLine& one, const broker::RunningTask& running) {
      one.object("task", [&](JsonLine& own) { write_task(own, running.task); });
      one.member("copies", running.copies);
    });
    line.list("resources", view.resources, [](JsonLine& one, const broker::Resource& resource) {
      one.member("speed", resource.speed);
      one.member("load", resource.load);
      one.member("is_up", resource.is_up);
      one.member("free_at", resource.free_at);
    });
    line.member("free", view.free);
    line.member("mean_work", view.mean_work);
    line.member("mean_speed", view.mean_speed);
    if (view.open != nullptr)
      line.member("open", *view.open);
  }

  /// By resource: how long it would wait for its data, when these would be there, and how long it would run.
  static void write_dag_times(JsonLine& line, const broker::AssignmentView& view, const Task& task) {
    const auto by_resource = [&](const auto& time) {
      std::vector<Seconds> times;
      for (int resource = 0; resource < static_cast<int>(view.resources.size()); ++resource)
        times.push_back(time(resource));
      return times;
    };
    const auto& dags = *view.dags;
    line.member("wait", by_resource([&](int at) { return dags.wait(task, at, view.now); }));
    line.member("data_at", by_resource([&](int at) { return dags.data_at(task, at); }));
    line.member("run_time", by_resource([&](int at) { return dags.run_time(task, at); }));
    line.member("ready_since", dags.ready_since(task));
    line.member("rank", dags.rank(task));
    line.member("level", dags.level(task));
    line.member("lowest_level", dags.lowest_level(task));
  }
};

} // namespace

MALHA_EXTERNAL(external_question<ExternalAssign>({"assign"}))

} // namespace malha::external
