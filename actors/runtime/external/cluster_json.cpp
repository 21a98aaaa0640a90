// SPDX-License-Identifier: MIT
#include "cluster_json.hpp"

namespace malha::external {
namespace {

const char* word_of_service(ServiceClass service) {
  return service == ServiceClass::common ? "common" : service == ServiceClass::qos ? "qos" : "emergency";
}

void write_text(JsonLine& line, const char* name, const SharedText& text) {
  if (!text.empty())
    line.member(name, text.str());
}

void write_demands(JsonLine& line, const Demands& demands) {
  line.member("memory", demands.memory);
  line.member("devices", demands.devices);
  line.member("licences", demands.licences);
}

void write_request(JsonLine& line, const cluster::Request& request) {
  line.list("fragments", request.fragments, [](JsonLine& one, const cluster::QueuedFragment& fragment) {
    one.member("cpus", fragment.cpus);
    one.member("machine", fragment.machine);
    one.member("exclusive", fragment.exclusive);
  });
  line.member("service", word_of_service(request.service));
  line.member("deadline", request.deadline);
  line.member("memory", request.memory);
  line.member("takes", request.takes);
  line.member("window", request.window);
  if (request.demands != nullptr)
    line.object("demands", [&](JsonLine& one) { write_demands(one, *request.demands); });
  if (request.allowed != nullptr)
    line.member("allowed", *request.allowed);
  if (request.dates.are_given())
    line.object("dates", [&](JsonLine& one) {
      one.member("begin", request.dates.begin);
      one.member("held_until", request.dates.held_until);
    });
  if (request.nice != 0)
    line.member("nice", request.nice);
  if (!request.array.name.empty())
    line.object("array", [&](JsonLine& one) {
      one.member("name", request.array.name.str());
      one.member("most_at_once", request.array.most_at_once);
    });
}

/// On how many nodes a job may run. An infinite number of parts is null, as every infinite number.
void write_sizes(JsonLine& line, const JobSizes& sizes) {
  line.member("kind", name_of(sizes.kind));
  line.member("min", sizes.min);
  line.member("pref", sizes.pref);
  line.member("max", sizes.max);
  line.member("law", sizes.law.text());
  line.member("parts", sizes.parts == JobSizes::any_date ? std::nullopt : std::optional(sizes.parts));
  line.object("cost", [&](JsonLine& one) {
    one.member("grow", sizes.cost.grow);
    one.member("shrink", sizes.cost.shrink);
  });
}

/// What a running job does that need not be rigid. It is what stays the same between two points: what is left
/// at a date follows from it.
void write_resizing(JsonLine& line, const cluster::Resizing& now) {
  line.object("sizes", [&](JsonLine& one) { write_sizes(one, *now.sizes); });
  line.member("nodes", now.nodes);
  line.member("target", now.target);
  line.member("reserved", now.reserved);
  line.member("left", now.left);
  line.member("computes", now.computes);
  line.member("whole", now.whole);
  line.member("next_point", now.next_point);
  line.member("at_point", now.at_point);
  line.member("wanted", now.wanted);
}

} // namespace

void write_job(JsonLine& line, const cluster::QueuedJob& job) {
  line.member("handle", job.handle);
  line.member("id", job.id);
  line.member("submitted", job.submitted);
  line.member("walltime", job.walltime);
  line.member("size", job.size);
  line.member("priority", job.priority);
  line.member("eligible", cluster::eligible_since(job));
  write_credentials(line, cluster::credentials_of(job));
  if (job.request != nullptr)
    line.object("request", [&](JsonLine& one) { write_request(one, *job.request); });
  if (job.sizes != nullptr)
    line.object("sizes", [&](JsonLine& one) { write_sizes(one, *job.sizes); });
}

void write_credentials(JsonLine& line, const Credentials& who) {
  write_text(line, "user", who.user);
  write_text(line, "account", who.account);
  write_text(line, "group", who.group);
  write_text(line, "queue", who.queue);
  write_text(line, "partition", who.partition);
  write_text(line, "qos", who.qos);
  write_text(line, "executable", who.executable);
}

void write_release(JsonLine& line, const cluster::Release& release) {
  line.member("handle", release.handle);
  line.member("id", release.id);
  line.member("expected_end", release.expected_end);
  line.member("size", release.size);
  if (release.nodes != nullptr)
    line.member("nodes", *release.nodes);
  if (release.resizing != nullptr)
    line.object("resizing", [&](JsonLine& one) { write_resizing(one, *release.resizing); });
}

void write_task(JsonLine& line, const Task& task) {
  line.member("id", task.id);
  line.member("job", task.job);
  line.member("submitted", task.submitted);
  line.member("work", task.work);
  line.member("input", task.input);
  line.member("output", task.output);
  line.member("exchange", task.exchange);
  line.member("resources", task.resources);
  line.member("is_delay", task.is_delay);
  line.member("is_in_dag", task.is_in_dag);
  line.member("length", task.length);
  line.member("reference_speed", task.reference_speed);
  line.member("number", task.number);
}

void write_machines(JsonLine& line, const std::vector<cluster::Machine>& machines) {
  line.list("machines", machines, [](JsonLine& one, const cluster::Machine& machine) {
    one.member("first", machine.first);
    one.member("cpus", machine.cpus);
  });
}

void write_shared(JsonLine& line, const std::vector<cluster::SharedMachine>* shared) {
  if (shared == nullptr)
    return;
  line.list("shared", *shared, [](JsonLine& one, const cluster::SharedMachine& machine) {
    one.member("site", machine.site);
    one.member("memory", machine.memory);
    one.member("has_user", machine.has_user);
    one.member("user_memory", machine.user_memory);
    one.list("tasks", machine.tasks, [](JsonLine& of_task, const cluster::SharedTask& task) {
      of_task.member("job", task.job);
      of_task.member("memory", task.memory);
    });
  });
}

cluster::JobHandle handle_of(const Answer& answer) {
  const auto number = answer.integer();
  if (number < 0 || number > std::numeric_limits<cluster::JobHandle>::max())
    answer.fail("the handle of a job");
  return static_cast<cluster::JobHandle>(number);
}

cluster::JobHandle handle_of(const Answer& answer, const char* name) { return handle_of(answer.part(name)); }

void insert_interval(IndexSet& set, const Answer& interval, const char* of_what) {
  std::vector<int> ends;
  interval.each([&](const Answer& end) { ends.push_back(end.index()); });
  constexpr int most = 1 << 30;
  if (ends.size() != 2 || ends[0] < 0 || ends[1] < ends[0] || ends[1] > most)
    interval.fail(std::string("an interval of ") + of_what + ", [first, last]");
  const IndexSet added(ends[0], ends[1] - ends[0] + 1);
  for (const auto& known : set.intervals())
    if (known.first <= ends[1] && ends[0] <= known.last)
      interval.fail(std::string(of_what) + " that were not given before");
  set.insert(added);
}

} // namespace malha::external
