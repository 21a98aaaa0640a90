// SPDX-License-Identifier: MIT
#include "broker_book.hpp"

namespace malha::conformance {

void GivenBrokerBook::fields(Fields& field, Draw& draw) {
  const bool ties = draw.one_in(2);
  const auto value = [&](double high) { return ties ? draw.integer(1, 3) : draw.real(0.1, high); };
  resources_.resize(draw.once("resources", [&] { return draw.count(1, 8); }));
  tasks_.resize(draw.count(0, most_tasks_));
  field("after", after_, from(0, 1e12), draw.one_in(2) ? 0 : value(100));
  field.list("resources", resources_, [&](Fields& of_resource, Resource& resource) {
    of_resource("speed", resource.speed, above_0(1e30), value(10));
    if (of_resource.has("load", draw.one_in(4)))
      of_resource("load", resource.load, from(0, 0.999), ties ? 0.5 : draw.real(0, 0.99));
    if (of_resource.has("is_down", draw.one_in(6)))
      of_resource("is_down", resource.is_down, 1);
    if (of_resource.has("busy_for", !resource.is_down && draw.one_in(2)))
      of_resource("busy_for", resource.busy_for.emplace(), from(-1e12, 1e12), value(20) - (ties ? 1 : 5));
  });
  field.need(!resources_.empty(), "there is no resource");
  field.list("tasks", tasks_, [&](Fields& of_task, GivenTask& task) {
    of_task("work", task.work, above_0(1e30), value(100));
    of_task("copies", task.copies, draw.one_in(5) ? draw.integer(1, 4) : 0);
  });
  if (field.has("mean_work", draw.one_in(2)))
    field("mean_work", mean_work_, from(0, 1e30), value(100));
}

BrokerBook GivenBrokerBook::book(Seconds before) const {
  BrokerBook book;
  book.now = before + after_;
  book.mean_work = mean_work_;
  book.free = IndexSet(0, static_cast<int>(resources_.size()));
  for (const auto& resource : resources_) {
    const int place = static_cast<int>(book.resources.size());
    book.resources.push_back({resource.speed, resource.load});
    book.resources.back().free_at = book.now / 2; // what a free one was given before means nothing
    if (resource.is_down)
      book.crash(place);
    else if (resource.busy_for)
      book.occupy(place, book.now + *resource.busy_for);
  }
  for (const auto& task : tasks_)
    task.copies > 0 ? book.run(task.work, task.copies) : book.wait(task.work);
  return book;
}

} // namespace malha::conformance
