// SPDX-License-Identifier: MIT
#include "broker_book.hpp"

namespace malha::conformance {

Json drawn_broker_book(Draw& draw, int most_tasks) {
  const bool ties = draw.one_in(2);
  const auto value = [&](double high) { return ties ? draw.integer(1, 3) : draw.real(0.1, high); };
  const auto number = draw.once("resources", [&] { return draw.integer(1, 8); }).get<int>();
  const int tasks = draw.integer(0, most_tasks);
  Json view{
      {"after", draw.one_in(2) ? 0 : value(100)}, {"resources", Json::array()}, {"tasks", Json::array()}};
  for (int i = 0; i < number; ++i) {
    Json resource = Json::object();
    resource["speed"] = value(10);
    if (draw.one_in(4))
      resource["load"] = ties ? 0.5 : draw.real(0, 0.99);
    if (draw.one_in(6))
      resource["is_down"] = 1;
    else if (draw.one_in(2))
      resource["busy_for"] = value(20) - (ties ? 1 : 5); // some are late
    view["resources"].push_back(resource);
  }
  for (int task = 0; task < tasks; ++task) {
    const int copies = draw.one_in(5) ? draw.integer(1, 4) : 0;
    view["tasks"].push_back({{"work", value(100)}, {"copies", copies}});
  }
  if (draw.one_in(2))
    view["mean_work"] = value(100);
  return view;
}

BrokerBook broker_book_of(const Json& view, Seconds before) {
  const Part all(view, {"after", "resources", "tasks", "mean_work"});
  BrokerBook book;
  book.now = before + all.real("after", 0, 0, 1e12);
  book.mean_work = all.real("mean_work", 0, 0, 1e30);
  book.free = IndexSet(0, static_cast<int>(all.list("resources").size()));
  need(!book.free.empty(), "there is no resource");
  for (const auto& one : all.list("resources")) {
    const Part resource(one, {"speed", "load", "is_down", "busy_for"});
    const int place = static_cast<int>(book.resources.size());
    book.resources.push_back({resource.above_0("speed", 1, 1e30), resource.real("load", 0, 0, 0.999)});
    book.resources.back().free_at = book.now / 2; // what a free one was given before means nothing
    if (resource.flag("is_down"))
      book.crash(place);
    else if (resource.has("busy_for"))
      book.occupy(place, book.now + resource.real("busy_for", 0, -1e12, 1e12));
  }
  for (const auto& one : all.list("tasks")) {
    const Part task(one, {"work", "copies"});
    const auto work = task.above_0("work", 1, 1e30);
    const int copies = task.integer("copies", 0, 0);
    copies > 0 ? book.run(work, copies) : book.wait(work);
  }
  return book;
}

} // namespace malha::conformance
