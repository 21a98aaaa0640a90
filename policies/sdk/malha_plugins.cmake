# SPDX-License-Identifier: MIT
# How a plugin is built, in Malha's tree and in projects that use an installed Malha (find_package(malha) brings these
# functions). Plugins go below ${MALHA_PLUGIN_FOLDER}, which a program takes by --plugin-path or MALHA_PLUGIN_PATH.

set(MALHA_EXPECT_MEASURE ${CMAKE_CURRENT_LIST_DIR}/expect_measure.cmake)
if(NOT DEFINED MALHA_PLUGIN_FOLDER)
  set(MALHA_PLUGIN_FOLDER ${PROJECT_BINARY_DIR}/plugins)
endif()

# A module that exports its entry point alone, named as its file must be, and that leaves no symbol to be found by chance.
# Its target is ${MALHA_PLUGIN_TARGET}.
function(malha_add_plugin name)
  string(MAKE_C_IDENTIFIER malha_${name} target)
  get_filename_component(folder ${MALHA_PLUGIN_FOLDER}/${name} DIRECTORY)
  get_filename_component(stem ${name} NAME)
  add_library(${target} MODULE ${ARGN})
  set_target_properties(${target} PROPERTIES PREFIX "" OUTPUT_NAME ${stem} LIBRARY_OUTPUT_DIRECTORY ${folder}
                        CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON CXX_EXTENSIONS OFF)
  target_link_libraries(${target} PRIVATE malha::sdk)
  target_link_options(${target} PRIVATE -Wl,--exclude-libs,ALL)
  if(NOT CMAKE_CXX_FLAGS MATCHES "fsanitize")
    target_link_options(${target} PRIVATE -Wl,-z,defs)
  endif()
  set(MALHA_PLUGIN_TARGET ${target} PARENT_SCOPE)
endfunction()

# malha_add_policy(cluster/fcfs fcfs.cpp …): one policy. It cannot link with SimGrid: policies never see it.
function(malha_add_policy name)
  malha_add_plugin(policies/${name} ${ARGN})
  set(MALHA_PLUGIN_TARGET ${MALHA_PLUGIN_TARGET} PARENT_SCOPE)
endfunction()

# malha_add_workload(lublin lublin.cpp …): one generator of jobs, or the reader of one format of files.
function(malha_add_workload name)
  malha_add_plugin(workloads/${name} ${ARGN})
  target_link_libraries(${MALHA_PLUGIN_TARGET} PRIVATE malha::workload)
  set(MALHA_PLUGIN_TARGET ${MALHA_PLUGIN_TARGET} PARENT_SCOPE)
endfunction()

# malha_add_platform(star star.cpp …): one generator of platforms.
function(malha_add_platform name)
  malha_add_plugin(platforms/${name} ${ARGN})
  target_link_libraries(${MALHA_PLUGIN_TARGET} PRIVATE malha::platforms)
  set(MALHA_PLUGIN_TARGET ${MALHA_PLUGIN_TARGET} PARENT_SCOPE)
endfunction()

# malha_add_actors(easygrid site_manager.cpp host_manager.cpp …): the actors of one folder.
function(malha_add_actors folder)
  malha_add_plugin(actors/${folder} ${ARGN} ${MALHA_MODULE_ENTRY})
  target_link_libraries(${MALHA_PLUGIN_TARGET} PRIVATE malha::runtime)
  set(MALHA_PLUGIN_TARGET ${MALHA_PLUGIN_TARGET} PARENT_SCOPE)
endfunction()

# A plugin of files that end with MALHA_METRIC, MALHA_RULE, MALHA_CLAIM, MALHA_COMMAND or MALHA_VIEWS.
function(malha_add_parts name library)
  malha_add_plugin(${name} ${ARGN})
  target_compile_definitions(${MALHA_PLUGIN_TARGET} PRIVATE MALHA_PARTS_OF_PLUGIN)
  target_link_libraries(${MALHA_PLUGIN_TARGET} PRIVATE ${library})
  set(MALHA_PLUGIN_TARGET ${MALHA_PLUGIN_TARGET} PARENT_SCOPE)
endfunction()

# malha_add_metric(mean_size mean_size.cpp …): one metric, or a few of a kind. It cannot link with SimGrid.
function(malha_add_metric name)
  malha_add_parts(metrics/${name} malha::results ${ARGN})
  set(MALHA_PLUGIN_TARGET ${MALHA_PLUGIN_TARGET} PARENT_SCOPE)
endfunction()

# malha_add_rule(order order.cpp …): one rule that `malha validate` checks. It cannot link with SimGrid.
function(malha_add_rule name)
  malha_add_parts(rules/${name} malha::results ${ARGN})
  set(MALHA_PLUGIN_TARGET ${MALHA_PLUGIN_TARGET} PARENT_SCOPE)
endfunction()

# malha_add_claim(twice twice.cpp …): one rule of claims.
function(malha_add_claim name)
  malha_add_parts(claims/${name} malha::runner ${ARGN})
  set(MALHA_PLUGIN_TARGET ${MALHA_PLUGIN_TARGET} PARENT_SCOPE)
endfunction()

# malha_add_command(spell spell.cpp …): one command.
function(malha_add_command name)
  malha_add_parts(commands/${name} malha::runner ${ARGN})
  set(MALHA_PLUGIN_TARGET ${MALHA_PLUGIN_TARGET} PARENT_SCOPE)
endfunction()

# malha_add_views(pauses pauses.cpp …): random views of a question, which `malha check` asks.
function(malha_add_views name)
  malha_add_parts(views/${name} malha::tools ${ARGN})
  set(MALHA_PLUGIN_TARGET ${MALHA_PLUGIN_TARGET} PARENT_SCOPE)
endfunction()

# malha_add_question(mine/steal/dealing [HEADERS …] [DEPLOYMENTS …]): has `malha new policy` know a question of this project.
# Beside the plugins it puts the header policies/<question>.hpp, those that it includes, the templates
# policies/<question>.policy.template and .test.template where there are some, and deployments in which the question is asked.
function(malha_add_question name)
  cmake_parse_arguments(question "" "" "HEADERS;DEPLOYMENTS" ${ARGN})
  set(files policies/${name}.hpp ${question_HEADERS})
  foreach(template policies/${name}.policy.template policies/${name}.test.template)
    if(EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/${template})
      list(APPEND files ${template})
    endif()
  endforeach()
  foreach(file ${files})
    configure_file(${file} ${MALHA_PLUGIN_FOLDER}/include/${file} COPYONLY)
  endforeach()
  foreach(file ${question_DEPLOYMENTS})
    get_filename_component(deployment ${file} NAME)
    configure_file(${file} ${MALHA_PLUGIN_FOLDER}/deployments/${deployment} COPYONLY)
  endforeach()
endfunction()

# malha_add_simulation_test(name -p P -d D -w W …): simulates with the plugins of this project, and those in the
# folders of MALHA_MORE_PLUGINS, then checks the schedule.
function(malha_add_simulation_test name)
  set(out ${PROJECT_BINARY_DIR}/${name})
  set(plugins --plugin-path ${MALHA_PLUGIN_FOLDER})
  foreach(folder ${MALHA_MORE_PLUGINS})
    list(APPEND plugins --plugin-path ${folder})
  endforeach()
  add_test(NAME ${name}_begins COMMAND ${CMAKE_COMMAND} -E rm -rf ${out})
  add_test(NAME ${name} COMMAND malha::program simulate ${ARGN} ${plugins} -o ${out})
  add_test(NAME ${name}_is_valid COMMAND malha::program validate ${out} ${plugins})
  set_tests_properties(${name}_begins PROPERTIES FIXTURES_SETUP ${name}_fresh)
  set_tests_properties(${name} PROPERTIES FIXTURES_REQUIRED ${name}_fresh FIXTURES_SETUP ${name}_ran)
  set_tests_properties(${name}_is_valid PROPERTIES FIXTURES_REQUIRED ${name}_ran)
endfunction()

# malha_add_measure_test(name metric value): that simulation measures that value of a metric, as schedule.csv prints it.
function(malha_add_measure_test name metric value)
  add_test(NAME ${name}_measures_${metric}
           COMMAND ${CMAKE_COMMAND} -D FILE=${PROJECT_BINARY_DIR}/${name}/schedule.csv -D METRIC=${metric} -D VALUE=${value}
                   -P ${MALHA_EXPECT_MEASURE})
  set_tests_properties(${name}_measures_${metric} PROPERTIES FIXTURES_REQUIRED ${name}_ran)
endfunction()
